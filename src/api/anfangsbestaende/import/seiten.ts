import { CellFault, type Look } from "../../import/table/columns.ts"
import type { Given } from "../../import/table/importer.ts"
import type { Hints } from "../../import/table/hints.ts"

/** Columns that say the sign of their rows, as bookkeeping does. */

const SIDES = { soll: 1, haben: -1 } as const
const SOLL = /^(?:s|soll|d|dr|debit|forderung|schuld|\+)$/i
const HABEN = /^(?:h|haben|c|cr|k|kredit|credit|guthaben|gutschrift|[-−–])$/i

/** @returns 1 for what a customer has, -1 for what was brought back beyond that @throws CellFault */
export function readSide(cell: string): number {
  if (SOLL.test(cell)) return SIDES.soll
  if (HABEN.test(cell)) return SIDES.haben
  throw new CellFault("muss S (Soll) oder H (Haben) sein")
}

/** Under any heading, cells that say both sides say the sign of their rows. */
export const areSides = ({ cells }: Look): boolean => {
  const filled = cells.filter((cell) => cell !== "")
  const haben = filled.filter((cell) => HABEN.test(cell)).length
  return haben > 0 && haben < filled.length && filled.every((cell) => SOLL.test(cell) || HABEN.test(cell))
}

const OUT =
  /^(?:leergut|pfand|voll\p{L}*)?-?(?:ausgabe|ausgang|aus|auslieferung|lieferung|lieferschein|zugang|verkauf|abverkauf|delivery|issue|anfangs(?:bestand|saldo)|(?:saldo)?vortrag|eröffnung|inventur|korrektur|umbuchung|storno|bruch|schwund|verlust|tausch)(?![\p{L}])/iu
const BACK =
  /^(?:leergut|pfand)?-?(?:rück(?:nahme|gabe|lieferung|lauf|gang|schein)|retoure?|retouren?|abgang|abholung|eingang|ein|return(?:ed)?|zurück)(?![\p{L}])/iu

/** Under any heading, cells that all say how something moved, some of them back, make a list of movements. */
export const areMoves = ({ cells }: Look): boolean => {
  const filled = cells.filter((cell) => cell !== "")
  return filled.some((cell) => BACK.test(cell)) && filled.every((cell) => BACK.test(cell) || OUT.test(cell))
}

/** Headings of pieces that came back. */
export const IS_BACK = /rück(?:nahme|gabe|gegeben|lieferung|lauf)|zurück|retoure?|returned|abgeholt/iu

/** @throws CellFault for what came back: no balance says that, and it would be taken for one */
export function readMove(cell: string): undefined {
  if (BACK.test(cell))
    throw new CellFault(
      "ist eine Bewegung: Gebraucht wird je Kunde und Artikel der Bestand, den Ausgaben und Rücknahmen zusammen ergeben",
    )
}

const WITH_SIDE = /^(.*\d.*?)\s*([SH])\.?$/i

/** @returns reads an amount with the side of its account behind it as well: `75,00 H` */
export const withSide =
  (read: (cell: string) => number | null) =>
  (cell: string): number | null => {
    const [, bare = cell, side = ""] = WITH_SIDE.exec(cell) ?? []
    const value = read(bare)
    return value && side.toUpperCase() === "H" ? -Math.abs(value) : value
  }

/** @returns the same row with its signs as a column says that names the side of an account */
export function sided({ soll_haben, ...given }: Given, hints: Hints): Given {
  if (soll_haben !== SIDES.haben) return given
  const { menge, wert } = given
  hints.add("Bei [einer Zeile|# Zeilen] steht Haben: unter null gelesen", "")
  return {
    ...given,
    ...(typeof menge === "number" && { menge: -Math.abs(menge) }),
    ...(typeof wert === "number" && { wert: -Math.abs(wert) }),
  }
}
