import { Link } from "react-aria-components"
import { ago, date, euro, pieces } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { overReturned } from "../../ui/values/contents.ts"

/** Pieces of an article with all customers. What came back beyond what went out is in the sum, and named. */
export function WithCustomers({ id }: { id: string }) {
  const { data } = useGet("/api/pfandartikel/{id}/bei-kunden", { path: { id } }, { watch: true })
  if (!data) return null
  const { bestand, wert_cent, betraege, am_laengsten, mehr_zurueck } = data
  const { kunden, stueck, items } = mehr_zurueck
  return (
    <section aria-labelledby="bei-kunden" className="stack">
      <h2 id="bei-kunden">Bei Kunden</h2>
      <p>
        <strong>{pieces(bestand)} Stück</strong>, {euro(wert_cent)}
      </p>
      {betraege.length > 0 && (
        <p className="muted">
          Was jetzt bei Kunden ist, zu dem Pfand, zu dem es gebucht ist:{" "}
          {betraege.map((one) => `${pieces(one.stueck)} zu ${euro(one.betrag_cent)}`).join(", ")}.
        </p>
      )}
      {am_laengsten.length > 0 && (
        <>
          <h3>Am längsten bei</h3>
          <ul className="lines">
            {am_laengsten.map(({ kunde_id, name, stueck: theirs, seit_am }) => (
              <li key={kunde_id}>
                <Link href={`/kunden/${kunde_id}`}>{name}</Link>
                <span className="muted">
                  {`${pieces(theirs)} Stück, die ältesten seit ${date(seit_am)}, ${ago(seit_am)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {stueck > 0 && (
        <>
          <p className="muted">
            {overReturned(bestand, stueck)}.{" "}
            {kunden === 1 ? "Das ist ein Kunde:" : `Das sind ${pieces(kunden)} Kunden:`}
          </p>
          <ul className="lines">
            {items.map(({ kunde_id, name, stueck: theirs }) => (
              <li key={kunde_id}>
                <Link href={`/kunden/${kunde_id}`}>{name}</Link>
                <span className="muted">{pieces(theirs)} mehr zurück als ausgegeben</span>
              </li>
            ))}
          </ul>
          {kunden > items.length && <p className="muted">Die {items.length} mit den meisten.</p>}
        </>
      )}
    </section>
  )
}
