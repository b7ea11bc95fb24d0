import { useAccount } from "../../ui/session/account.tsx"
import { moment } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"

const verbs: Record<string, string> = { angelegt: "Angelegt", geaendert: "Geändert", geloescht: "Gelöscht" }

/** Changes of this customer, for roles that may read the log. */
export function History({ id }: { id: string }) {
  const { rolle } = useAccount()
  return rolle === "user" ? null : <Changes id={id} />
}

function Changes({ id }: { id: string }) {
  const list = useList("/api/protokoll", { query: { tabelle: "kunden", datensatz_id: id, limit: 5 } })
  if (list.items.length === 0) return null
  return (
    <section aria-labelledby="verlauf">
      <h2 id="verlauf">Verlauf</h2>
      <ul className="changes">
        {list.items.map((entry) => (
          <li key={entry.id}>
            {verbs[entry.aktion.split(".")[1] ?? ""] ?? entry.aktion} von {entry.mitarbeiter_name}
            <time className="muted" dateTime={entry.erstellt_am}>
              {moment(entry.erstellt_am)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
