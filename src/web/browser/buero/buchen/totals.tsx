import { Link } from "react-aria-components"
import { KundeLink } from "../../ui/records/begun.tsx"
import { euro, plural, saldo } from "../../ui/values/format.ts"
import type { Preview } from "./preview.ts"
import type { Konto } from "../../ui/lines/unusual.ts"
import { isCounted, type BookingLine } from "./lines.ts"

type Props = { lines: BookingLine[]; konto: Konto | undefined; preview: Preview }

/** Sum of the lines to be booked, and the customer's balance after them. */
export function Totals({ lines, konto, preview: { sum, addsUst, fault, isOld } }: Props) {
  const count = lines.filter(isCounted).length
  const after = konto && sum !== undefined ? konto.wert_cent + sum : undefined
  return (
    <dl className={isOld ? "totals old" : "totals"} aria-live="polite" aria-busy={isOld}>
      <div>
        <dt>
          {plural(count, "Zeile", "Zeilen")}
          {addsUst && ", noch ohne USt"}
        </dt>
        <dd className="figure">{sum === undefined ? "…" : euro(sum)}</dd>
      </div>
      {fault && (
        <div>
          <dt>Noch nicht berechnet</dt>
          <dd className="bad">{fault}</dd>
        </div>
      )}
      {konto && after !== undefined && (
        <div>
          <dt>Saldo danach</dt>
          <dd>
            <span className="muted">{saldo(konto.wert_cent)} → </span>
            <strong className={after < 0 ? "bad" : ""}>{saldo(after)}</strong>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** A booking by its customer and its Vorgang. */
export type Booked = { id: string; vorgang: string; sum: number; balance: number }

/** The last booking, with a link to look at it or to reverse it. */
export const LastBooked = ({ id, vorgang, sum, balance }: Booked) => (
  <p className="earlier">
    Zuletzt gebucht: {euro(sum)} für <KundeLink href={`/kunden/${id}`} id={id} />, neuer Saldo{" "}
    <strong>{saldo(balance)}</strong>.{" "}
    <Link href={`/pfandbuch?kunde=${id}&vorgang=${vorgang}`}>Zum Vorgang</Link>
  </p>
)
