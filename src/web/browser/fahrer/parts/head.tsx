import type { ReactNode } from "react"
import { LinkButton } from "./button.tsx"
import { Unsent } from "./unsent.tsx"

type Props = {
  /** Stands first. */
  left: ReactNode
  /** The screen itself says how much is not sent yet. */
  isOutbox?: boolean
  children: ReactNode
}

/** The bar above every screen: how much is not sent yet, between what the screen puts there. */
export const Bar = ({ left, isOutbox = false, children }: Props) => (
  <header className="oben">
    {left}
    {!isOutbox && <Unsent />}
    {children}
  </header>
)

/** The bar of a screen that one comes to from the day: the way back, and where one is. */
export const Head = ({ title, isOutbox = false }: { title: string; isOutbox?: boolean }) => (
  <Bar left={<LinkButton kind="leise" label="‹ Mein Tag" href="/" />} isOutbox={isOutbox}>
    <h1>{title}</h1>
  </Bar>
)
