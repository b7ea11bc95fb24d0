import { Link } from "react-aria-components"
import type { Pruefung } from "./model.ts"

const ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/

/** Faults, each with a link to its place. */
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

/** The proof names records by their ids, which say nothing to people. */
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
