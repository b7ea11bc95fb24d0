import type { ReactNode } from "react"
import { Sign } from "./signs.tsx"

/** A warning at the top of a screen. @param label its name for screen readers, if not the title */
export const Warning = ({
  title,
  label = title,
  children,
}: {
  title: string
  label?: string
  children: ReactNode
}) => (
  <section className="geaendert" role="alert" aria-label={label}>
    <h2>
      <Sign name="achtung" />
      {title}
    </h2>
    {children}
  </section>
)
