import { plural } from "../../ui/values/format.ts"
import type { ReactNode } from "react"
import { useDay, usePhone } from "../phone/use.ts"
import { LinkButton } from "./button.tsx"
import { Link } from "wouter"
import { isOpen } from "../outbox/entry.ts"

type Props = {
  /** The first part of the bar. */
  left: ReactNode
  /** For the outbox itself, which needs no link to it. */
  isOutbox?: boolean
  children: ReactNode
}

/** The bar above every screen, with the number of unsent entries. */
export const Bar = ({ left, isOutbox = false, children }: Props) => (
  <header className="oben">
    {left}
    {!isOutbox && <Unsent />}
    {children}
  </header>
)

/** The bar of all screens but the day: the way back, whose day it is, and the title. */
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

/** How many entries are not sent yet; leads to the outbox. */
function Unsent() {
  const { entries, network, readable, lost } = usePhone()
  const waiting = entries.filter(({ stand }) => stand === "wartet").length
  const needing = entries.filter(({ stand }) => stand === "braucht dich").length
  const hasOpen = entries.some(isOpen)
  const missing = lost.length
  const more = [
    needing + missing > 0 && waiting > 0 && plural(waiting, "wartet", "warten"),
    network === "nein" && "kein Netz",
  ].filter(Boolean)
  return (
    <Link
      className={`taste post ${needing + missing > 0 || !readable ? "schlecht" : hasOpen ? "warnung" : ""}`}
      href="/postausgang"
    >
      {missing > 0
        ? `${missing} verloren`
        : !readable
          ? "Speicher zu"
          : needing > 0
            ? plural(needing, "braucht", "brauchen") + " dich"
            : hasOpen
              ? plural(waiting, "wartet", "warten")
              : "alles gesendet"}
      {more.length > 0 && <span className="muted">{more.join(", ")}</span>}
    </Link>
  )
}
