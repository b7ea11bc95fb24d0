import { Link } from "react-aria-components"
import type { Input } from "../api/call.ts"
import { useAccount } from "../session/account.tsx"
import { State } from "../parts/badge.tsx"
import { useList } from "../state/list.ts"
import { useGet } from "../state/query.ts"
import { moment } from "../values/format.ts"

type Of = Pick<NonNullable<NonNullable<Input<"get", "/api/nachrichten">>["query"]>, "beleg_id" | "bezug_id">

/** Reads the last e-mails with a document. */
export const useSent = (of: Of) =>
  useList("/api/nachrichten", { query: { ...of, limit: 5 } }, { watch: true })

/** The last e-mails with a document, and whether they arrived; nothing if there are none. */
export function Sent({ of }: { of: Of }) {
  const list = useSent(of)
  if (list.items.length === 0) return null
  return (
    <section aria-label="E-Mails damit">
      <h3>E-Mails damit</h3>
      <ul className="stack">
        {list.items.map(({ id, status, empfaenger, erstellt_am, erstellt_von_name }) => (
          <li key={id}>
            <State of="nachricht" value={status} />{" "}
            <Link href={`/nachrichten?nachricht=${id}`}>
              {empfaenger.map(({ adresse }) => adresse).join(", ") || "Empfänger gelöscht"}
            </Link>{" "}
            <span className="muted">{`${moment(erstellt_am)}, ${erstellt_von_name}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says beside a document why no button sends it, in a company that sends no e-mails. */
export function NoneSent() {
  const { data } = useGet("/api/versand", {})
  const { rolle } = useAccount()
  if (data?.lage !== "aus") return null
  return (
    <p className="muted">
      Von hier gehen keine E-Mails hinaus:{" "}
      {rolle === "admin" ? (
        <Link href="/firma">Versand unter „Firma“ einschalten</Link>
      ) : (
        "Die Verwaltung schaltet den Versand unter „Firma“ ein."
      )}
    </p>
  )
}
