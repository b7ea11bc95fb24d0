import { Link } from "wouter"
import { isOpen } from "../outbox/entry.ts"
import { usePhone } from "../phone/use.ts"

/** Number of unsent entries, on every screen. */
export function Unsent() {
  const { entries, network, readable, lost } = usePhone()
  const waiting = entries.filter(({ stand }) => stand === "wartet").length
  const needing = entries.filter(({ stand }) => stand === "braucht dich").length
  const hasOpen = entries.some(isOpen)
  const missing = lost.length
  const more = [
    needing + missing > 0 && waiting > 0 && inWords(waiting, "wartet", "warten"),
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
            ? inWords(needing, "braucht", "brauchen") + " dich"
            : hasOpen
              ? inWords(waiting, "wartet", "warten")
              : "alles gesendet"}
      {more.length > 0 && <span className="muted">{more.join(", ")}</span>}
    </Link>
  )
}

const inWords = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`
