import type { ReactNode } from "react"
import { Sign } from "./sign.tsx"

/** What has to be known before anything else on the screen. @param label its name, where that is not its title */
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
