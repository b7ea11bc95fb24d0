import { SumFoot } from "../../ui/parts/figure-head.tsx"
import { BookedAs } from "../../ui/parts/badge.tsx"
import { countOf } from "../../ui/values/contents.ts"
import { euro } from "../../ui/values/format.ts"
import type { Buchung } from "./columns.tsx"

export type BuchungLine = Pick<Buchung, "id" | "art" | "menge" | "bezeichnung" | "nummer" | "summe_cent"> & {
  storno_von?: string | null
  verlust?: boolean
}

export const total = (lines: readonly { summe_cent: number }[]): number =>
  lines.reduce((sum, { summe_cent }) => sum + summe_cent, 0)

/** Lines of a Vorgang, with their sum. */
export const Lines = ({ lines, label = "Buchungen" }: { lines: BuchungLine[]; label?: string }) => (
  <table className="plain-table booked" aria-label={label}>
    <thead>
      <tr>
        <th scope="col">Art</th>
        <th scope="col">Stück und Artikel</th>
        <th scope="col" className="figures">
          Betrag
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map(
        ({ id, art, storno_von = null, verlust = false, menge, bezeichnung, nummer, summe_cent }) => (
          <tr key={id}>
            <td>
              <BookedAs art={art} storno_von={storno_von} verlust={verlust} />
            </td>
            <th scope="row">
              {countOf(menge, bezeichnung)} <span className="muted">{nummer}</span>
            </th>
            <td className="figures">{euro(summe_cent)}</td>
          </tr>
        ),
      )}
    </tbody>
    <SumFoot sum={euro(total(lines))} />
  </table>
)
