import type { RefObject } from "react"
import type { Faulty } from "../../ui/fields/faults.tsx"
import type { Preview } from "./booked.ts"
import { LineRow } from "./line-row.tsx"
import { heldOf, isCounted, type Konto, type Line, rowOf } from "./lines.ts"

type Props = {
  /** Where the lines are, for moving the focus among them. */
  box: RefObject<HTMLTableSectionElement | null>
  lines: Line[]
  konto: Konto | undefined
  preview: Preview
  faults: Faulty
  isAdmin: boolean
  set: (lines: Line[]) => void
}

/** The lines of a booking, one number of pieces below the other. */
export function Lines({ box, lines, konto, preview, faults, isAdmin, set }: Props) {
  return (
    <table className={preview.isOld ? "booking-lines old" : "booking-lines"} hidden={lines.length === 0}>
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
        {lines.map((line, index) => {
          const place = placeOf(lines, index)
          return (
            <LineRow
              key={rowOf(line)}
              line={line}
              place={place}
              held={heldOf(line, konto)}
              booked={preview.rows.get(rowOf(line))}
              fault={faultOf(faults, place)}
              isAdmin={isAdmin}
              change={(part) => set(lines.map((one) => (one === line ? { ...one, ...part } : one)))}
              remove={() => set(lines.filter((one) => one !== line))}
              next={() => focusOn(box.current, index + 1)}
            />
          )
        })}
      </tbody>
    </table>
  )
}

/** @returns its index among the lines that are sent, by which the interface names it; -1 for one that is not */
const placeOf = (lines: Line[], index: number): number =>
  lines[index] && isCounted(lines[index]) ? lines.slice(0, index).filter(isCounted).length : -1

/** Fault that the interface found in one line. */
const faultOf = (faults: Faulty, place: number): string | undefined =>
  Object.entries(faults).find(([path]) => place >= 0 && path.startsWith(`positionen[${place}]`))?.[1]

/** Goes to the pieces of a line, or, behind the last one, to where the next article is added. */
function focusOn(box: HTMLElement | null, index: number): void {
  const field = box?.querySelectorAll<HTMLInputElement>("[data-menge]")[index]
  const next = field ?? box?.closest("form")?.querySelector<HTMLInputElement>(".buchen-foot input")
  next?.focus()
}
