import { Link } from "react-aria-components"
import { Badge, State } from "../../ui/parts/badge.tsx"
import { bothWaysInWords, withoutGoods } from "../../ui/values/contents.ts"
import { date, span } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import { LoadMore } from "../../ui/parts/load-more.tsx"

const over = new Set(["zugestellt", "nicht_zugestellt", "storniert"])

/** Planned and past deliveries, the latest first. */
export function Deliveries({ id }: { id: string }) {
  const list = useList(
    "/api/lieferungen",
    { query: { kunde_id: id, sort: "-datum", limit: 10 } },
    { watch: true },
  )
  useSettled(!list.isLoading)
  if (list.isLoading) return null
  return (
    <section aria-labelledby="lieferungen">
      <h2 id="lieferungen">Lieferungen</h2>
      {list.items.length === 0 && <p className="muted">Noch wurde nichts geliefert oder geplant.</p>}
      <ul className="deliveries">
        {list.items.map((lieferung) => (
          <li key={lieferung.id}>
            <Link href={`/lieferungen/${lieferung.id}`}>
              <time dateTime={lieferung.datum}>{date(lieferung.datum)}</time>
            </Link>
            <span className="muted">
              {over.has(lieferung.status) ? "" : span(lieferung.zeit_von, lieferung.zeit_bis)}
            </span>
            <span className="cut" title={bothWaysInWords(lieferung)}>
              {bothWaysInWords(lieferung) || withoutGoods(lieferung)}
            </span>
            {lieferung.grund && lieferung.status === "nicht_zugestellt" && <Badge>{lieferung.grund}</Badge>}
            <State of="lieferung" value={lieferung.status} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}
