import { Link } from "react-aria-components"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { euro, moment } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"

/** Earlier exports with time and person, to download again. */
export function Exports() {
  const list = useList("/api/belege", { query: { art: "datev", limit: 12 } })
  if (list.isLoading) return null
  return (
    <section aria-labelledby="exporte">
      <h2 id="exporte">Bisher exportiert</h2>
      {list.items.length === 0 && (
        <p className="muted">
          Noch nichts. Jede Abrechnung geht einmal hinaus, außer man verlangt sie noch einmal.
        </p>
      )}
      <ul className="lines">
        {list.items.map(({ id, titel, erstellt_am, erstellt_von_name, saldo_cent }) => (
          <li key={id}>
            <span>{titel}</span>
            <span className="muted">
              {moment(erstellt_am)}, {erstellt_von_name}
            </span>
            <span className="figures">{saldo_cent === null ? "" : euro(saldo_cent)}</span>
            <FileButton
              path="/api/belege/{id}/datei"
              input={{ path: { id } }}
              look="quiet"
              label={`Datei: ${titel}`}
            >
              Datei
            </FileButton>
          </li>
        ))}
      </ul>
      {list.hasMore && <Link href="/belege?art=datev">Alle zeigen</Link>}
    </section>
  )
}
