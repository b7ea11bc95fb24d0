import { Link } from "react-aria-components"
import { ago, date, euro } from "../../ui/values/format.ts"
import type { Today } from "./model.ts"

type Props = { title: string; about?: string; saldi: Today["groesste_salden"] }

/** Customers with much deposit, or with old one. */
export function Balances({ title, about, saldi }: Props) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {about && <p className="muted">{about}</p>}
      {saldi.length === 0 && <p className="muted">Noch hat niemand Pfand.</p>}
      <table className="plain-table" hidden={saldi.length === 0}>
        <thead>
          <tr>
            <th scope="col">Kunde</th>
            <th scope="col">Ältestes seit</th>
            <th scope="col" className="figures">
              Pfand
            </th>
          </tr>
        </thead>
        <tbody>
          {saldi.slice(0, 8).map(({ kunde_id, name, wert_cent, seit_am }) => (
            <tr key={kunde_id}>
              <th scope="row">
                <Link href={`/kunden/${kunde_id}`}>{name}</Link>
              </th>
              <td className="muted digits" title={seit_am ? ago(seit_am) : undefined}>
                {date(seit_am)}
              </td>
              <td className="figures">{euro(wert_cent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
