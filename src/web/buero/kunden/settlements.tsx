import { useState } from "react"
import { Link } from "react-aria-components"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { date, euro } from "../../ui/format.ts"
import { useList } from "../../ui/query.ts"
import { useSettled } from "../../ui/in-order.tsx"
import { later } from "../../ui/later.tsx"
import { LoadMore } from "../../ui/load-more.tsx"

const Settle = later(() => import("./settle.tsx").then((part) => part.Settle))

/** What was settled with this customer, the latest first, and settling what is open. */
export function Settlements({ id }: { id: string }) {
  const [settles, setSettles] = useState(false)
  const list = useList("/api/abrechnungen", { query: { kunde_id: id, sort: "-datum", limit: 6 } })
  useSettled(!list.isLoading)
  return (
    <section aria-labelledby="abrechnungen">
      <div className="section-head">
        <h2 id="abrechnungen">Abrechnungen</h2>
        <Button look="quiet" icon="settle" onPress={() => setSettles(true)}>
          Jetzt abrechnen …
        </Button>
      </div>
      {!list.isLoading && list.items.length === 0 && (
        <p className="muted">Mit diesem Kunden wurde noch nichts abgerechnet.</p>
      )}
      <ul className="settlements">
        {list.items.map((one) => (
          <li key={one.id}>
            <time dateTime={one.datum}>{date(one.datum)}</time>
            <span className="cut">
              <Link href={`/abrechnungen/${one.id}`}>{one.nummer}</Link>{" "}
              <span className="muted">
                {date(one.von)} bis {date(one.bis)}
              </span>
            </span>
            {one.art === "storno" && <Badge tone="warn">Storno</Badge>}
            {one.storniert && <Badge>Storniert</Badge>}
            <strong className="figures">{euro(one.betrag_cent)}</strong>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
      {settles && <Settle id={id} onClose={() => setSettles(false)} />}
    </section>
  )
}
