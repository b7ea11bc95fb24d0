import type { ReactNode } from "react"
import { Sign } from "./signs.tsx"

/** Warning that comes before all else on the screen. @param label its name, where that is not its title */
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
