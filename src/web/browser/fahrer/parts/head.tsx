import type { ReactNode } from "react"
import { useDay } from "../phone/use.ts"
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

/** The bar of a screen that one comes to from the day: the way back, whose day it is, and where one is. */
export function Head({ title, isOutbox = false }: { title: string; isOutbox?: boolean }) {
  const { name } = useDay().tag.fahrer
  const left = (
    <div>
      <LinkButton kind="leise" label="‹ Mein Tag" href="/" />
      <p className="muted wer">{name}</p>
    </div>
  )
  return (
    <Bar left={left} isOutbox={isOutbox}>
      <h1>{title}</h1>
    </Bar>
  )
}
