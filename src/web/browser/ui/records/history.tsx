import type { ReactNode } from "react"
import { Link } from "react-aria-components"
import { labelInLog } from "../../../../lib/felder/tabellen.ts"
import { useAccount } from "../session/account.tsx"
import { type Item, useList } from "../state/list.ts"
import { useHasScreen } from "../state/screens.tsx"
import { moment } from "../values/format.ts"

export type Entry = Item<"/api/protokoll">

/** Actions in the log that all records have. */
const usual: Record<string, string> = { angelegt: "Angelegt", geaendert: "Geändert", geloescht: "Gelöscht" }

type Props = {
  tabelle: string
  id: string
  /** Further actions, in words. */
  verbs?: Record<string, string>
  limit: number
  /** Entries that say nothing by themselves. @param all those that are shown beside it */
  leavesOut?: (entry: Entry, all: readonly Entry[]) => boolean
  /** Below an entry: what changed; the names of the changed fields if left out. */
  renderDetails?: (entry: Entry) => ReactNode
  /** Links to more about the record, below its history. */
  children?: ReactNode
}

const CLOSED = <p className="muted">Wer was geändert hat, sieht die Verwaltung.</p>

/** Who changed what of a record. Whoever may not read the log only sees the links below it. */
export function History(props: Props) {
  return useAccount().rolle === "user" ? props.children : <Changes {...props} />
}

/** A link to all changes of a record in the log. @param props.tabelle as the log names it */
export function WhoChanged({ tabelle, id }: Pick<Props, "tabelle" | "id">) {
  const has = useHasScreen()
  if (!has("/protokoll")) return CLOSED
  return <Link href={`/protokoll?tabelle=${tabelle}&datensatz=${id}`}>Wer was geändert hat</Link>
}

function Changes(props: Props) {
  const { tabelle, id, verbs, limit, leavesOut, renderDetails = changedFields, children } = props
  const query = { tabelle, datensatz_id: id, limit }
  const { items } = useList("/api/protokoll", { query }, { watch: true })
  if (items.length === 0 && !children) return null
  const words = { ...usual, ...verbs }
  return (
    <section aria-labelledby="verlauf">
      <h2 id="verlauf">Verlauf</h2>
      <ol className="log">
        {items
          .filter((entry) => !leavesOut?.(entry, items))
          .map((entry) => (
            <li key={entry.id}>
              <p>
                {words[entry.aktion.split(".")[1] ?? ""] ?? entry.aktion} von {entry.mitarbeiter_name}
              </p>
              <time className="muted" dateTime={entry.erstellt_am}>
                {moment(entry.erstellt_am)}
              </time>
              {renderDetails(entry)}
            </li>
          ))}
      </ol>
      {items.length > 0 && <WhoChanged tabelle={tabelle} id={id} />}
      {children}
    </section>
  )
}

/** "Telefon, E-Mail"; nothing for a new record, whose page shows all of it anyway. */
function changedFields({ aktion, tabelle, aenderungen }: Entry): ReactNode {
  if (!aktion.endsWith(".geaendert")) return null
  const names = aenderungen.flatMap(({ feld }) => labelInLog(tabelle, feld) ?? [])
  return names.length > 0 && <p className="muted">{names.join(", ")}</p>
}
