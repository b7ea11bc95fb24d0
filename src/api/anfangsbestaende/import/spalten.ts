import { amount, count, type ImportColumn } from "../../import/columns.ts"
import { debitorColumn, kundennameColumn, kundenworte } from "../../import/kunde.ts"

/** Some programs write the sign behind. */
const SIGN = /^[-−–]\s*(?=\d)|(?<=\d)\s*[-−–]$/

export const bestandColumns: readonly ImportColumn[] = [
  {
    feld: "kunde",
    name: "Kundennummer",
    auch: kundenworte,
    about: "Die Nummer, oder ein Name, den nur einer hat",
    example: "20001",
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
    required: true,
  },
  {
    feld: "artikelname",
    name: "Bezeichnung",
    auch: ["Artikelbezeichnung", "Artikel", "Leergut", "Leergutart", "Pfandartikel", "Item"],
    about: "Wird mit der Bezeichnung verglichen, die der Artikel hat",
    example: "",
  },
  {
    feld: "menge",
    name: "Stück",
    auch: ["Menge", "Anzahl", "Bestand", "Saldo", "Saldo Stück", "Offen", "Quantity"],
    about: "Was der Kunde an dem Tag hat; unter null, wenn er mehr zurückbrachte, als er hatte",
    example: "12",
    required: true,
    read: (cell) => {
      const menge = count.read(cell.replace(SIGN, ""))
      return SIGN.test(cell) && menge ? -menge : menge
    },
  },
  {
    feld: "betrag_cent",
    name: "Pfand je Stück",
    auch: ["Pfand pro Stück", "Pfand/Stück", "Einzelpfand", "Stückpfand"],
    about: "Was für diese Stücke bezahlt ist, wenn es nicht das Pfand des Stichtags ist",
    example: "",
    ...amount,
  },
  debitorColumn,
]
