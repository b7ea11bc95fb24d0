import { CellFault, type ImportColumn } from "../../import/table/columns.ts"

/** How often a device is tested, as people and programs write it. */

const MONTHS: Readonly<Record<string, number>> = {
  monatlich: 1,
  vierteljährlich: 3,
  halbjährlich: 6,
  jährlich: 12,
  zweijährlich: 24,
}

/** `24 Monate`, `2 J.`, `alle 90 Tage`. */
const IN_WORDS =
  /^(?:alle\s+)?(\d{1,4})[\s-]*(T|M|J)(?:ag|age|agen|on|onat|onate|onaten|ahr|ahre|ahren)?\.?$/i
const WHOLE = /^\d{1,4}$/
const UNIT = /\b(Tag|Monat|Jahr)/i

/** A number alone is one of the unit that the heading says. */
export const intervall: Pick<ImportColumn, "read" | "reader"> = {
  reader: (_, heading) => {
    const [, unit = ""] = UNIT.exec(heading) ?? []
    return { read: (cell) => readIntervall(WHOLE.test(cell) ? `${cell} ${unit}` : cell) }
  },
}

function readIntervall(cell: string): string {
  const [, count = "", unit = ""] = IN_WORDS.exec(cell) ?? []
  const letter = unit.toUpperCase()
  const n = MONTHS[cell.normalize("NFC").toLowerCase()] ?? Number(count) * (letter === "J" ? 12 : 1)
  if (n < 1 || n > 3650) throw new CellFault("muss ein Zeitraum sein, z. B. 24 Monate oder 90 Tage")
  return `${n} ${letter === "T" ? "Tage" : "Monate"}`
}
