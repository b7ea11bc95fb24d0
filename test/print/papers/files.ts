import { unzipSync } from "fflate"
import { type Auskunftszeile, auskunftHtml } from "../../../src/print/export/auskunft.ts"
import { csvPieces } from "../../../src/print/export/csv.ts"
import { DATEV_COLUMNS } from "../../../src/print/export/datev-spalten.ts"
import { HASHKETTE, HASHKETTE_PY } from "../../../src/print/export/hashkette.ts"
import { type Cell, Euro, workbook } from "../../../src/print/export/xlsx.ts"
import { z3Tables } from "../../../src/print/export/z3-tabellen.ts"
import { Z3_DTD, z3Index } from "../../../src/print/export/z3.ts"
import { liesmich } from "../../../src/api/firmenexport/liesmich.ts"
import { erstellt_am } from "../../helpers/dokumente.ts"

/** Files that leave the house, as lines. */

/** @returns what stands for a long text that is always the same */
const sumOf = (text: string): string[] => [
  `${text.split("\n").length} lines, ${Bun.CryptoHasher.hash("sha256", text, "hex")}`,
]

/** @returns the description of the auditor's tables; what each table begins and ends with stands there once */
function z3Lines(): string[] {
  const period = { von: "2026-01-01", bis: "2026-12-31" }
  const lines = z3Index({ name: "Müller & Söhne", ort: null }, period, Object.values(z3Tables)).split("\n")
  const known = new Set<string>()
  return lines
    .filter((line) => /^<(Variable(Column|PrimaryKey)|URL|Name|Description)>/.test(line) || !known.has(line))
    .map((line) => {
      known.add(line)
      return line
        .replace(/^<VariablePrimaryKey>/, "key ")
        .replace(/<\/?(Variable\w+|Name|Description|AlphaNumeric\/)>/g, " ")
        .replace(/ +/g, " ")
        .trim()
    })
}

function auskunftLines(
  sections: Parameters<typeof auskunftHtml>[0]["sections"],
  anschrift: string,
): string[] {
  const pieces = auskunftHtml({
    firma: "Müller & Söhne",
    anschrift,
    name: "Adler",
    kundennummer: "10023",
    zeitzone: "Europe/Berlin",
    erstellt_am,
    sections,
    aufbewahrt: anschrift ? [{ was: "Abrechnungen", anzahl: 3, bis: "2034-12-31", grund: "§ 147 AO" }] : [],
  })
  return [...pieces].join("").split(/\n|(?<=<\/t[dh]>|<\/d[ti]v?>)/)
}

/** A field of each kind, and some that nobody is shown. */
const zeile: Auskunftszeile = {
  id: "1",
  kunde_id: "2",
  name_sort: "adler",
  erstellt_am: "2026-10-31T09:12:00.000Z",
  geliefert_am: "2026-10-31T11:00:00.000Z",
  bis_datum: "2026-10-31",
  strasse: "Große Straße 12",
  plz: "21335",
  land: "AT",
  ust_id: "ATU1",
  rechnungs_email: "a@b.example",
  pfand_cent: 1250,
  menge: 3,
  gesperrt: 1,
  aktiv: 0,
  aktion: "geraete.geaendert",
  datei: "bilder/kunden/ä 1.webp",
  notiz: "<b>",
  leer: "",
  nichts: null,
  aenderungen:
    '{"abgeloest_am":["",null],"ruecknahme_datum":["2026-10-01","2026-10-31"],"wert":{"ort":"Celle"}}',
}

const RECORD: Cell[] = ["00123", 7, new Euro(-1205), null, undefined, "", "=1+1", "a<b>_x000D_\r"]
const rows: Cell[][][] = [[["Text", "Zahl", "Betrag"], RECORD], [['zweite; "Seite"']]]

function workbookLines(): string[] {
  const files = unzipSync(Buffer.concat([...workbook(erstellt_am, rows)]))
  return Object.entries(files).flatMap(([name, bytes]) => {
    const xml = Buffer.from(bytes).toString()
    return name.includes("sheet1") ? xml.split(/(?=<row|<c)/) : [`${name}: ${sumOf(xml)}`]
  })
}

const readme = { firma: "Müller", moment: erstellt_am, zeitzone: "Europe/Berlin" }

export const files: Record<string, Record<string, () => string[]>> = {
  "auskunft.html": {
    "with all": () =>
      auskunftLines(
        [
          { titel: "Stammdaten", zeilen: [zeile], tabelle: false },
          { titel: "Bilder", zeilen: [zeile, { ...zeile, notiz: null }], tabelle: true },
          { titel: "Nichts", zeilen: [], tabelle: false },
          { titel: "Auch nichts", zeilen: [], tabelle: true },
        ],
        "Am Ochsenmarkt 3",
      ),
    "with nothing": () => auskunftLines([], ""),
  },
  "index.xml": { "of all tables": z3Lines },
  "gdpdu-01-09-2004.dtd": { "as the standard has it": () => sumOf(Z3_DTD) },
  "HASHKETTE.txt": { "for people": () => sumOf(HASHKETTE) },
  "hashkette.py": { "for a program": () => sumOf(HASHKETTE_PY) },
  "Buchungsstapel.csv": { headings: () => sumOf(DATEV_COLUMNS.join("\n")) },
  "tabelle.csv": { "of each kind of cell": () => [...csvPieces(rows)].join("").split("\r\n") },
  "tabelle.xlsx": { "of each kind of cell": workbookLines },
  "LIESMICH.txt": {
    "with one of each": () =>
      liesmich({
        ...readme,
        luecke: { anzahl: 2, wert_cent: 10_000 },
        lists: [{ name: "1-kunden", about: "Kunden" }],
        tables: [{ name: "kunden", spalten: ["id", "name", "unbekannt"] }],
      }).split("\r\n"),
  },
}
