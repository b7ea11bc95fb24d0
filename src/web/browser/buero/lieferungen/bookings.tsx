import { Link } from "react-aria-components"
import { Badge, BookedAs } from "../../ui/parts/badge.tsx"
import { euro, moment, pieces } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"
import { nameOf } from "../../ui/values/contents.ts"

/** Bookings of this delivery: its Vorgang, and later corrections. */
export function Bookings({ id }: { id: string }) {
  const { items } = useList(
    "/api/pfandbuchungen",
    { query: { lieferung_id: id, limit: 200 } },
    { watch: true },
  )
  const sum = items.reduce((total, { summe_cent }) => total + summe_cent, 0)
  const [first] = items
  if (!first) return null
  return (
    <section aria-labelledby="buchungen">
      <h2 id="buchungen">Buchungen</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Artikel oder Gerät</th>
            <th scope="col" className="kind">
              Art
            </th>
            <th scope="col" className="figures">
              Stück
            </th>
            <th scope="col" className="figures">
              Pfand
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {nameOf(one)} <span className="muted">{`Nr.\u00a0${one.lfd_nr}`}</span>
                {one.storniert && <Badge tone="warn">Storniert</Badge>}
              </th>
              <td className="kind">
                <BookedAs {...one} />
              </td>
              <td className="figures">{pieces(one.menge)}</td>
              <td className="figures">{euro(one.summe_cent)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Zusammen, gebucht am {moment(first.gebucht_am)}</th>
            <td className="figures" colSpan={3}>
              <strong>{euro(sum)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
      <p>
        <Link href={`/kunden/${first.kunde_id}`}>Zum Pfandkonto des Kunden</Link>
      </p>
    </section>
  )
}
