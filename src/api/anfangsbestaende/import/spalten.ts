import { isAmountText } from "../../../lib/table/signs.ts"
import { code } from "../../import/table/codes.ts"
import { keyOf } from "../../../lib/headings.ts"
import {
  amount,
  CellFault,
  count,
  foreignColumn,
  type ImportColumn,
  type HeadingContext,
} from "../../import/table/columns.ts"
import { currencyColumn, priceUnitHeadings } from "../../import/table/deposits.ts"
import { debitorColumn, kundeColumn, kundennameColumn } from "../../import/table/kunde.ts"
import { areMoves, areSides, readMove, readSide, withSide } from "./soll-haben.ts"
import { readPieces, signed, unambiguousPieces } from "./pieces.ts"

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

/** Headings that mean a value if they name euros; without that, some of them mean pieces. */
const VALUES = new Set(
  ["Wert", "Pfandwert", "Pfand", "Pfandsaldo", "Saldo", "Summe", "Gesamt", "Betrag", "Bestand", "Offen"].map(
    keyOf,
  ),
)
const isValue = ({ heading, unit, cells }: HeadingContext): boolean =>
  (unit === "euro" && VALUES.has(heading.replace(/(?:in)?(?:euro?)?$/, ""))) ||
  (SUMS.has(heading) && cells.some(isAmountText))
/** Headings that mean a value if their cells are amounts. */
const SUMS = new Set(["Summe", "Gesamt", "Betrag", "Gesamtbetrag"].map(keyOf))

/** @returns the same reader without faults: cells that are only compared must not stop an import */
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
    ...kundeColumn("Die Nummer, oder ein Name, den nur einer hat"),
    required: true,
    oder: ["debitor", "kundenname"],
  },
  kundennameColumn("Name"),
  {
    feld: "artikel",
    name: "Artikelnummer",
    // Numbers come first: beside a name, the number counts.
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
    reader: unambiguousPieces(readPieces),
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
    read: orNothing(withSide(signed(amount.read))),
    sum: "cent",
    isCompared: true,
  },
  debitorColumn,
  currencyColumn,
  {
    ...foreignColumn(
      "preiseinheit",
      "Preiseinheit",
      "Nur 1: der Betrag ist der eines Stücks",
      priceUnitHeadings,
    ),
    read: (cell) => {
      if (count.read(cell.replace(/\s*(?:Stück|Stk\.?|St\.?)$/i, "")) !== 1)
        throw new CellFault("muss 1 sein: bitte den Betrag eines Stücks eintragen")
      return undefined
    },
  },
  {
    ...foreignColumn("soll_haben", "Soll/Haben", "Haben (H) heißt: unter null", [
      "S/H",
      "SH",
      "S/H-Kennzeichen",
      "Soll/Haben-Kennzeichen",
      "SollHaben",
      "Vorzeichen",
      "Vz",
    ]),
    isAlso: areSides,
    read: readSide,
  },
  {
    ...foreignColumn("bewegung", "Bewegung", "Eine Liste von Ausgaben und Rücknahmen sagt keine Bestände"),
    isAlso: areMoves,
    isNot: (look) => !areMoves(look),
    read: readMove,
  },
]

/** Reads a cell below an article: nothing, a dash and 0 are no balance. */
const readBelow = (cell: string): number | null => (/^[-–−]$/.test(cell) ? null : readPieces(cell) || null)

/** Column of one article or one customer, in a pivot. */
export const piecesColumn: ImportColumn = {
  feld: "menge",
  name: "Stück",
  about: "",
  example: "",
  read: readBelow,
  reader: unambiguousPieces(readBelow),
  sum: "pieces",
}

/** Column of the total of a row, in a pivot. */
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
  isCompared: true,
}
