import { isAmountText } from "../../../lib/table/signs.ts"
import { code } from "../../import/table/codes.ts"
import type { Given } from "../../import/table/importer.ts"
import type { Told } from "../../import/table/told.ts"
import { keyOf } from "../../../lib/headings.ts"
import {
  amount,
  CellFault,
  count,
  foreignColumn,
  type ImportColumn,
  type Look,
} from "../../import/table/columns.ts"
import { debitorColumn, kundennameColumn, kundenworte } from "../../import/table/kunde.ts"

/** Some programs write the sign behind, or put what is below zero into brackets. */
const BELOW_ZERO = /^[-−–]\s*(?=\d)|(?<=\d)\s*[-−–](?=\s*(?:€|EUR)?$)|^\((?=.*\d.*\)$)/

/** @returns the same reader, which also takes what is below zero */
export const signed =
  (read: (cell: string) => number | null) =>
  (cell: string): number | null => {
    const isBelow = BELOW_ZERO.test(cell)
    const value = read(isBelow ? cell.replace(BELOW_ZERO, "").replace(/\)$/, "").trim() : cell)
    return isBelow && value ? -value : value
  }

/** With its unit, with a plus, or with the decimal that a program in Python writes. */
const bare = (cell: string): string =>
  cell.replace(/^\+\s*(?=\d)/, "").replace(/(?<=\d)\.0$|\s*(?:Stück|Stk\.?|St\.?)$/i, "")

const readBare = signed(count.read)
const readPieces = (cell: string): number | null => readBare(bare(cell))

/** @returns the pieces in a cell; null without any, and for what is no number */
export function tried(cell = ""): number | null {
  try {
    return cell.trim() === "" ? null : readPieces(cell.trim())
  } catch {
    return null
  }
}

const wordsOfValue = ["Wert", "Pfand gesamt", "Pfandsumme", "Pfandsaldo", "Gesamtwert", "Leergutwert"].concat(
  [
    "Pfandwert",
    "Wert",
    "Pfand",
    "Pfandsaldo",
    "Saldo",
    "Summe",
    "Gesamt",
    "Betrag",
    "Gesamtwert",
    "Leergutwert",
  ].flatMap((word) => ["EUR", "in EUR", "Euro", "in Euro"].map((unit) => `${word} ${unit}`)),
)

/** Beside a sign for euros, these are a value; without one, some of them are pieces. */
const VALUES = new Set(
  ["Wert", "Pfandwert", "Pfand", "Pfandsaldo", "Saldo", "Summe", "Gesamt", "Betrag", "Bestand", "Offen"].map(
    keyOf,
  ),
)
const isValue = ({ heading, unit, cells }: Look): boolean =>
  (unit === "euro" && VALUES.has(heading.replace(/(?:in)?(?:euro?)?$/, ""))) ||
  (SUMS.has(heading) && cells.some(isAmountText))
/** Beside pieces, these are a value where amounts stand below. */
const SUMS = new Set(["Summe", "Gesamt", "Betrag", "Gesamtbetrag"].map(keyOf))

const SIDES = { soll: 1, haben: -1 } as const

/** @returns 1 for what a customer has, -1 for what was brought back beyond that @throws CellFault */
function readSide(cell: string): number {
  if (/^(?:s|soll|d|\+)$/i.test(cell)) return SIDES.soll
  if (/^(?:h|haben|c|k|[-−–])$/i.test(cell)) return SIDES.haben
  throw new CellFault("muss S (Soll) oder H (Haben) sein")
}

/** @returns the same row with its signs as a column says that names the side of an account */
export function sided({ soll_haben, ...given }: Given, told: Told): Given {
  if (soll_haben !== SIDES.haben) return given
  const { menge, wert } = given
  told.add("Bei [einer Zeile|# Zeilen] steht Haben: unter null gelesen", "")
  return {
    ...given,
    ...(typeof menge === "number" && { menge: -Math.abs(menge) }),
    ...(typeof wert === "number" && { wert: -Math.abs(wert) }),
  }
}

/** Reader of cells that are only compared, which never stand in the way. */
const orNothing = (read: (cell: string) => number | null) => (cell: string) => {
  try {
    return read(cell) ?? undefined
  } catch (error) {
    if (error instanceof CellFault) return undefined
    throw error
  }
}

export const bestandColumns: readonly ImportColumn[] = [
  {
    feld: "kunde",
    name: "Kundennummer",
    auch: kundenworte,
    about: "Die Nummer, oder ein Name, den nur einer hat",
    example: "20001",
    ...code,
    required: true,
    oder: ["debitor", "kundenname"],
  },
  kundennameColumn("Name", ["Name 1", "Firma", "Firmenname"]),
  {
    feld: "artikel",
    name: "Artikelnummer",
    // Of a number beside a name, the number is taken.
    auch: [
      "Artikel-Nr.",
      "ArtNr",
      "Leergut-Nr.",
      "Leergutnummer",
      "Pfandartikelnummer",
      "Pfandnummer",
      "Artikelcode",
      "Artikel",
      "Leergut",
      "Leergutart",
      "Pfandartikel",
      "Nummer",
      "EAN",
      "Item",
    ],
    about: "Die Nummer, der Barcode oder die Bezeichnung",
    example: "SF-150",
    ...code,
    required: true,
  },
  {
    feld: "artikelname",
    name: "Bezeichnung",
    auch: [
      "Artikelbezeichnung",
      "Artikelname",
      "Artikeltext",
      "Kurztext",
      "Leergutbezeichnung",
      "Artikel",
      "Leergut",
      "Leergutart",
      "Pfandartikel",
      "Item",
    ],
    about: "Wird mit der Bezeichnung verglichen, die der Artikel hat",
    example: "",
  },
  {
    feld: "menge",
    name: "Stück",
    auch: [
      "Menge",
      "Anzahl",
      "Bestand",
      "Saldo",
      "Saldo Stück",
      "Leergutbestand",
      "Leergutsaldo",
      "Istbestand",
      "Offen",
      "Quantity",
    ],
    about: "Was der Kunde an dem Tag hat; unter null, wenn er mehr zurückbrachte, als er hatte",
    example: "12",
    required: true,
    read: readPieces,
    sum: "pieces",
  },
  {
    feld: "betrag_cent",
    name: "Pfand je Stück",
    auch: ["Pfand pro Stück", "Pfand/Stück", "Einzelpfand", "Stückpfand"],
    about: "Was für diese Stücke bezahlt ist, wenn es nicht das Pfand des Stichtags ist",
    example: "",
    ...amount,
  },
  {
    feld: "wert",
    name: "Pfandwert",
    auch: wordsOfValue,
    isAlso: isValue,
    isNot: ({ unit }) => unit === "cent",
    about: "Wird mit Stück × Pfand verglichen; was anders ist, wird gesagt",
    example: "",
    read: orNothing(signed(amount.read)),
    sum: "cent",
  },
  debitorColumn,
  {
    ...foreignColumn("soll_haben", "Soll/Haben", "Haben (H) heißt: unter null", [
      "S/H",
      "SH",
      "S/H-Kennzeichen",
      "Soll/Haben-Kennzeichen",
      "SollHaben",
      "Vorzeichen",
    ]),
    read: readSide,
  },
]

/** Cells below an article: none, or 0, is no balance. */
export const piecesColumn: ImportColumn = {
  feld: "menge",
  name: "Stück",
  about: "",
  example: "",
  read: (cell) => (/^[-–−]$/.test(cell) ? null : readPieces(cell) || null),
  sum: "pieces",
}

/** All pieces of a row, where the articles stand side by side. */
export const totalColumn: ImportColumn = {
  feld: "gesamt",
  name: "Stück gesamt",
  auch: [
    "Gesamt",
    "Summe",
    "Total",
    "Gesamtergebnis",
    "Gesamtstück",
    "Summe Stück",
    "Anzahl",
    "Anzahl gesamt",
    "Stück",
    "Bestand",
    "Saldo",
  ],
  about: "",
  example: "",
  read: orNothing(readPieces),
  sum: "pieces",
}
