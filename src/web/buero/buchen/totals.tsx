import { Link } from "react-aria-components"
import { euro } from "../../ui/format.ts"
import { bookedOf, total } from "./booked.ts"
import { isCounted, type Konto, type Line } from "./lines.ts"

/** What will be booked, and what the customer's balance is then. */
export function Totals({ lines, konto }: { lines: Line[]; konto: Konto | undefined }) {
  const sum = total(bookedOf(lines, konto))
  const count = lines.filter(isCounted).length
  return (
    <dl className="totals" aria-live="polite">
      <div>
        <dt>{count === 1 ? "1 Zeile" : `${count} Zeilen`}</dt>
        <dd className="figure">{euro(sum)}</dd>
      </div>
      {konto && (
        <div>
          <dt>Saldo danach</dt>
          <dd>
            <span className="muted">{euro(konto.wert_cent)} → </span>
            <strong>{euro(konto.wert_cent + sum)}</strong>
            {konto.wert_cent + sum < 0 && <span className="bad"> Guthaben</span>}
          </dd>
        </div>
      )}
    </dl>
  )
}

export type Booked = { id: string; name: string; sum: number; balance: number }

/** What was booked last, to look at it once more. */
export const LastBooked = ({ id, name, sum, balance }: Booked) => (
  <p className="last-booked">
    Zuletzt gebucht: {euro(sum)} für <Link href={`/kunden/${id}`}>{name}</Link>, neuer Saldo{" "}
    <strong>{euro(balance)}</strong>
  </p>
)
