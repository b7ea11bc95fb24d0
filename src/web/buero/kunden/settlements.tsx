import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { date, euro } from "../../ui/format.ts"
import { useList } from "../../ui/query.ts"

/** What was settled with this customer, the latest first; nothing where nothing ever was. */
export function Settlements({ id }: { id: string }) {
  const list = useList("/api/abrechnungen", { query: { kunde_id: id, sort: "-datum", limit: 6 } })
  if (list.items.length === 0) return null
  return (
    <section aria-labelledby="abrechnungen">
      <h2 id="abrechnungen">Abrechnungen</h2>
      <ul className="settlements">
        {list.items.map((one) => (
          <li key={one.id}>
            <time dateTime={one.datum}>{date(one.datum)}</time>
            <span className="cut">
              {one.nummer}{" "}
              <span className="muted">
                {date(one.von)} bis {date(one.bis)}
              </span>
            </span>
            {one.art === "storno" && <Badge tone="warn">Storno</Badge>}
            <strong className="figures">{euro(one.summe_cent)}</strong>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button look="quiet" icon="down" onPress={list.loadMore} isPending={list.isLoadingMore}>
          Ältere zeigen
        </Button>
      )}
    </section>
  )
}
