import { Link } from "react-aria-components"
import { Badge } from "../../ui/parts/badge.tsx"
import { date, euro, period } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import { LoadMore } from "../../ui/parts/load-more.tsx"

/** Settlements of this customer, the latest first. */
export function Settlements({ id }: { id: string }) {
  const list = useList("/api/abrechnungen", { query: { kunde_id: id, sort: "-datum", limit: 6 } })
  useSettled(!list.isLoading)
  return (
    <section aria-labelledby="abrechnungen">
      <h2 id="abrechnungen">Abrechnungen</h2>
      {!list.isLoading && list.items.length === 0 && (
        <p className="muted">Mit diesem Kunden wurde noch nichts abgerechnet.</p>
      )}
      <ul className="settlements">
        {list.items.map((one) => (
          <li key={one.id}>
            <time dateTime={one.datum}>{date(one.datum)}</time>
            <span className="cut">
              <Link href={`/abrechnungen/${one.id}`}>{one.nummer}</Link>{" "}
              <span className="muted">{period(one.von, one.bis)}</span>
            </span>
            {one.art === "storno" && <Badge tone="warn">Storno</Badge>}
            {one.storniert && <Badge>Storniert</Badge>}
            <strong className="figures">{euro(one.betrag_cent)}</strong>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}
