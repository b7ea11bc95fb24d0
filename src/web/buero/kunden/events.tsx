import { Badge, State } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { euro, moment, pieces } from "../../ui/format.ts"
import { type Item, useList } from "../../ui/query.ts"

type Buchung = Item<"/api/kunden/{id}/pfandbuchungen">

/** What was booked together stands together. */
function together(buchungen: Buchung[]): Buchung[][] {
  const groups: Buchung[][] = []
  for (const buchung of buchungen) {
    const last = groups.at(-1)
    if (last?.[0]?.vorgang_id === buchung.vorgang_id) last.push(buchung)
    else groups.push([buchung])
  }
  return groups
}

/** The last movements of the account, the newest first. */
export function Events({ id }: { id: string }) {
  const list = useList(
    "/api/kunden/{id}/pfandbuchungen",
    { path: { id }, query: { limit: 30 } },
    { watch: true },
  )
  if (list.isLoading) return null
  return (
    <section aria-labelledby="bewegungen">
      <h2 id="bewegungen">Bewegungen</h2>
      {list.items.length === 0 && <p className="muted">Noch ist nichts gebucht.</p>}
      <ol className="events">
        {together(list.items).map((group) => (
          <Event key={group[0]?.id} group={group} />
        ))}
      </ol>
      {list.hasMore && (
        <Button look="quiet" icon="down" onPress={list.loadMore} isPending={list.isLoadingMore}>
          Ältere zeigen
        </Button>
      )}
    </section>
  )
}

function Event({ group }: { group: Buchung[] }) {
  const [first] = group
  if (!first) return null
  const sum = group.reduce((total, { summe_cent }) => total + summe_cent, 0)
  return (
    <li>
      <div className="event-head">
        <time dateTime={first.erfasst_am}>{moment(first.erfasst_am)}</time>
        <span className="muted cut">
          {[first.lieferung_id ? "Lieferung" : "Büro", first.gebucht_von_name].filter(Boolean).join(" · ")}
        </span>
        {first.storno_von && <Badge tone="warn">Storno</Badge>}
        {first.storniert && <Badge tone="warn">Storniert</Badge>}
        <strong className="figures">{euro(sum)}</strong>
      </div>
      {first.grund && <p className="muted">{first.grund}</p>}
      <ul>
        {group.map(({ id, art, menge, bezeichnung, summe_cent }) => (
          <li key={id}>
            <State of="buchung" value={art} />
            <span className="cut">
              {pieces(menge)} × {bezeichnung}
            </span>
            <span className="figures muted">{euro(summe_cent)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
