import { Link } from "react-aria-components"
import { Badge, BookedAs } from "../../ui/parts/badge.tsx"
import { euro, moment, pieces } from "../../ui/values/format.ts"
import { useAllBookings } from "../../ui/records/all-bookings.ts"
import { nameOf } from "../../ui/values/contents.ts"

/** @returns all bookings of the delivery; none until all are read, as their sum is shown and whether any of them counts */
function useBookings(id: string) {
  const { items, hasMore } = useAllBookings({ lieferung_id: id })
  return hasMore ? [] : items
}

/**
 * Says above the pieces that nothing of them is booked any more, or something else: the delivery itself goes on saying what
 * happened.
 */
export function Reversed({ id }: { id: string }) {
  const items = useBookings(id)
  const [first] = items.toSorted((a, b) => a.lfd_nr - b.lfd_nr)
  const isReversed = items.every(({ storniert, storno_von }) => storniert || storno_von !== null)
  if (!first?.storniert) return null
  return (
    <p className="remark">
      {isReversed
        ? "Gebucht ist davon nichts mehr: Es wurde storniert."
        : "Das wurde storniert und neu gebucht: Unter „Buchungen“ steht, was gilt."}{" "}
      Der Lieferschein nennt weiter, was bei der Zustellung galt, auch den Saldo von damals.
    </p>
  )
}

/** Bookings of this delivery: its Vorgang, and later corrections. */
export function Bookings({ id }: { id: string }) {
  const items = useBookings(id)
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
                {one.storniert && <Badge tone="warn">Storniert</Badge>}{" "}
                <span className="kind-beside">
                  <BookedAs {...one} />
                </span>
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
