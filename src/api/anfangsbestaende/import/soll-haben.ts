import { CellFault, filled, type HeadingContext } from "../../import/table/columns.ts"
import type { Given } from "../../import/table/importer.ts"
import type { Hints } from "../../import/table/hints.ts"

/** Columns that give the sign of a row: Soll or Haben, or the direction of a movement. */

const SIDES = { soll: 1, haben: -1 } as const
/** In full, as in lists of pallets, which are owed both ways: "Kunde schuldet", "wir schulden". */
const SOLL =
  /^(?:s|soll|d|dr|debit|forderung|schuld|(?:der )?kunde schuldet(?: uns)?|zu unseren gunsten|\+)$/i
const HABEN =
  /^(?:h|haben|c|cr|k|kredit|credit|guthaben|gutschrift|verbindlichkeit|wir schulden(?: dem kunden)?|zu (?:ihren gunsten|gunsten des kunden)|[-−–])$/i

/** @returns 1 for Soll: the customer has it; -1 for Haben: the customer returned more than that @throws CellFault */
export function readSide(cell: string): number {
  if (SOLL.test(cell)) return SIDES.soll
  if (HABEN.test(cell)) return SIDES.haben
  throw new CellFault("muss S (Soll) oder H (Haben) sein")
}

/** @returns whether a column of any heading holds nothing but Soll and Haben, and both of them */
export const areSides = ({ cells }: HeadingContext): boolean => {
  const some = filled(cells)
  const haben = some.filter((cell) => HABEN.test(cell)).length
  return haben > 0 && haben < some.length && some.every((cell) => SOLL.test(cell) || HABEN.test(cell))
}

const OUT =
  /^(?:leergut|pfand|voll\p{L}*)?-?(?:ausgabe|ausgang|aus|auslieferung|lieferung|lieferschein|zugang|verkauf|abverkauf|delivery|issue|anfangs(?:bestand|saldo)|(?:saldo)?vortrag|eröffnung|inventur|korrektur|umbuchung|storno|bruch|schwund|verlust|tausch)(?![\p{L}])/iu
const BACK =
  /^(?:leergut|pfand)?-?(?:rück(?:nahme|gabe|lieferung|lauf|gang|schein)|retoure?|retouren?|abgang|abholung|eingang|ein|return(?:ed)?|zurück)(?![\p{L}])/iu

/** @returns whether a column of any heading holds nothing but movements, some of them returns */
export const areMoves = ({ cells }: HeadingContext): boolean => {
  const some = filled(cells)
  return some.some((cell) => BACK.test(cell)) && some.every((cell) => BACK.test(cell) || OUT.test(cell))
}

/** Headings of returned pieces. */
export const IS_BACK = /rück(?:nahme|gabe|gegeben|lieferung|lauf)|zurück|retoure?|returned|abgeholt/iu

/** @throws CellFault for a return: a list of movements would be booked as balances */
export function readMove(cell: string): undefined {
  if (BACK.test(cell))
    throw new CellFault(
      "ist eine Bewegung: Gebraucht wird je Kunde und Artikel der Bestand, den Ausgaben und Rücknahmen zusammen ergeben",
    )
}

const WITH_SIDE = /^(.*\d.*?)\s*([SH])\.?$/i

/** @returns the same reader, which also takes the side of an account behind an amount: `75,00 H` */
export const withSide =
  (read: (cell: string) => number | null) =>
  (cell: string): number | null => {
    const [, bare = cell, side = ""] = WITH_SIDE.exec(cell) ?? []
    const value = read(bare)
    return value && side.toUpperCase() === "H" ? -Math.abs(value) : value
  }

/** @returns the row with negative figures, if its column says Haben */
export function withSigns({ soll_haben, ...given }: Given, hints: Hints): Given {
  if (soll_haben !== SIDES.haben) return given
  const { menge, wert } = given
  hints.add("Bei [einer Zeile|# Zeilen] steht Haben: unter null gelesen", "")
  return {
    ...given,
    ...(typeof menge === "number" && { menge: -Math.abs(menge) }),
    ...(typeof wert === "number" && { wert: -Math.abs(wert) }),
  }
}
