import { Link } from "wouter"
import { isOpen } from "../outbox/entry.ts"
import { usePhone } from "../phone/use.ts"

/** Number of unsent entries, on every screen. */
export function Unsent() {
  const { entries, netz, lesbar, verloren } = usePhone()
  const wartet = entries.filter(({ stand }) => stand === "wartet").length
  const braucht = entries.filter(({ stand }) => stand === "braucht dich").length
  const hasOpen = entries.some(isOpen)
  const missing = verloren.length
  return (
    <Link
      className={`taste post ${braucht + missing > 0 || !lesbar ? "schlecht" : hasOpen ? "warnung" : ""}`}
      href="/postausgang"
    >
      {missing > 0
        ? `${missing} verloren`
        : !lesbar
          ? "Speicher zu"
          : braucht > 0
            ? inWords(braucht, "braucht", "brauchen") + " dich"
            : hasOpen
              ? inWords(wartet, "wartet", "warten")
              : "alles gesendet"}
      {netz === "nein" && <span className="muted">kein Netz</span>}
    </Link>
  )
}

const inWords = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`
