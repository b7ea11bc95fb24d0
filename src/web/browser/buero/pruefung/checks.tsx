import { Link } from "react-aria-components"
import { ENOUGH, vergleiche } from "../../../../lib/pruefungen.ts"
import type { Answer } from "../../ui/api/call.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { pieces } from "../../ui/values/format.ts"

/** Result of checking the ledger. */
export type Pruefung = Answer<"get", "/api/pfandpruefung">

/** What is compared, each comparison with its outcome. */
export const Checks = ({ result }: { result: Pruefung | undefined }) => (
  <section aria-labelledby="was-geprueft-wird">
    <h2 id="was-geprueft-wird">Was geprüft wird</h2>
    <ul className="checks">
      {vergleiche.map(({ arten, title, text }) => (
        <li key={title}>
          <div>
            <strong>{title}</strong>
            <p className="muted">{text}</p>
          </div>
          {result && (
            <Outcome
              count={result.fehler.filter(({ art }) => arten.includes(art)).length}
              isWhole={result.fehler.length < ENOUGH}
            />
          )}
        </li>
      ))}
    </ul>
  </section>
)

/** @param props.isWhole whether everything was compared: the check stops at its `ENOUGH`th fault */
function Outcome({ count, isWhole }: { count: number; isWhole: boolean }) {
  if (count > 0) return <Badge tone="bad">{`${pieces(count)} Fehler`}</Badge>
  return isWhole ? <Badge tone="good">Stimmt</Badge> : <Badge tone="warn">Nicht zu Ende geprüft</Badge>
}

const ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/

/** Faults, each with a link to its customer or article. */
export const Faults = ({ faults }: { faults: Pruefung["fehler"] }) => (
  <section aria-labelledby="gefunden">
    <h2 id="gefunden">Was gefunden wurde</h2>
    <ul className="found">
      {faults.map(({ art, msg }) => (
        <li key={`${art} ${msg}`}>
          <Found msg={msg} />
        </li>
      ))}
    </ul>
  </section>
)

/** A fault names its record by an id, which says nothing to people: a link stands in its place. */
function Found({ msg }: { msg: string }) {
  const id = ID.exec(msg)?.[0]
  if (!id) return msg
  const [before = "", after = ""] = msg.split(id)
  const where = before.includes("Artikel") ? "/artikel" : "/kunden"
  return (
    <>
      {before.trimEnd()}
      {after}{" "}
      <Link href={`${where}/${id}`}>{where === "/artikel" ? "Artikel ansehen" : "Kunde ansehen"}</Link>
    </>
  )
}
