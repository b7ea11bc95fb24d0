import type { Faulty } from "../../ui/fields/faults.tsx"
import { type LinesFocus, useRows } from "../../ui/lines/rows.ts"
import type { Preview } from "./preview.ts"
import { LineRow } from "./line-row.tsx"
import { heldOf, type Konto } from "../../ui/lines/unusual.ts"
import { isCounted, type Line, rowOf } from "./lines.ts"

type Props = {
  focus: LinesFocus
  lines: Line[]
  konto: Konto | undefined
  preview: Preview
  faults: Faulty
  isAdmin: boolean
  set: (lines: Line[]) => void
}

/** The lines of a booking, one number of pieces below the other. */
export function Lines({ focus, lines, konto, preview, faults, isAdmin, set }: Props) {
  const { box } = focus
  const rows = useRows({ focus, lines, faults, rowOf, isSent: isCounted, set })
  return (
    <table className={`entry-lines booking-lines${preview.isOld ? " old" : ""}`} hidden={lines.length === 0}>
      <thead>
        <tr>
          <th scope="col">Artikel oder Gerät</th>
          <th scope="col" className="line-art">
            Art
          </th>
          <th scope="col" className="figures count">
            Stück
          </th>
          <th scope="col" className="figures held">
            Beim Kunden
          </th>
          <th scope="col" className="figures each">
            Pfand je Stück
          </th>
          <th scope="col" className="figures sum">
            Betrag
          </th>
          <th scope="col" className="remove">
            <span className="hidden">Entfernen</span>
          </th>
        </tr>
      </thead>
      <tbody ref={box}>
        {rows.map((row) => (
          <LineRow
            key={rowOf(row.line)}
            {...row}
            held={heldOf(row.line, konto)}
            booked={preview.rows.get(rowOf(row.line))}
            isAdmin={isAdmin}
          />
        ))}
      </tbody>
    </table>
  )
}
