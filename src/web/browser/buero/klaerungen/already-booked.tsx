import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { moment, pieces } from "../../ui/values/format.ts"
import type { Booked } from "./words.ts"

/** Bookings of the delivery, beside what the driver says: the same thing is not to be booked twice. */
export const AlreadyBooked = ({ booked: { gebucht_am, positionen } }: { booked: Booked }) => (
  <section className="stack" aria-label="Schon gebucht">
    <p className="remark">
      Zu dieser Lieferung ist schon gebucht, zuletzt am {moment(gebucht_am)}. Ist die Meldung dasselbe, bitte
      verwerfen: Sonst stünde es zweimal im Pfandbuch.
    </p>
    <table className="plain-table">
      <FigureHead name="Schon gebucht" figures={["Hin", "Zurück"]} />
      <tbody>
        {positionen.map(({ pfandartikel_id, geraet_id, bezeichnung, nummer, ausgabe, ruecknahme }) => (
          <tr key={pfandartikel_id ?? geraet_id}>
            <th scope="row">
              {bezeichnung} <span className="muted">{nummer}</span>
            </th>
            <td className="figures">{pieces(ausgabe)}</td>
            <td className="figures">{pieces(ruecknahme)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
