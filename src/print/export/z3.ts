import { formatDecimal } from "../../lib/format.ts"
import { escapeXml } from "../xml.ts"
import { BOM, csvLine } from "./csv.ts"

/**
 * The auditor's export after the description standard for handing over data ("GDPdU", Z3): tables as CSV, an
 * index.xml that describes them, and the DTD that it follows.
 */

type Art = "text" | "ganzzahl" | "cent" | "datum"

/** A key stands before all other columns. An amount, in cents, is the row's field of that name with `_cent` behind it. */
export type Z3Column = {
  name: string
  description: string
  art: Art
  key?: true
  /** A hash was made of it: line breaks are written so that they can be read again. */
  chained?: true
}

export type Z3Table = {
  datei: string
  name: string
  description: string
  spalten: readonly Z3Column[]
}

/** A value as the row has it. */
export type Z3Value = string | number | null

/** @returns an element, even an empty one, as the DTD asks for it */
const element = (name: string, value: string): string => `<${name}>${escapeXml(value)}</${name}>`

const ART: Record<Art, string> = {
  text: "<AlphaNumeric/>",
  ganzzahl: "<Numeric/>",
  cent: "<Numeric><Accuracy>2</Accuracy></Numeric>",
  datum: "<Date><Format>YYYY-MM-DD</Format></Date>",
}

function columnXml({ name, description, art, key }: Z3Column): string {
  const tag = key ? "VariablePrimaryKey" : "VariableColumn"
  return `<${tag}>${element("Name", name)}${element("Description", description)}${ART[art]}</${tag}>`
}

function tableXml(
  { datei, name, description, spalten }: Z3Table,
  period: { von: string; bis: string },
): string {
  return [
    "<Table>",
    element("URL", datei),
    element("Name", name),
    element("Description", description),
    `<Validity><Range>${element("From", period.von)}${element("To", period.bis)}</Range><Format>YYYY-MM-DD</Format></Validity>`,
    "<UTF8/><DecimalSymbol>,</DecimalSymbol><DigitGroupingSymbol>.</DigitGroupingSymbol>",
    // The first line has the headings.
    "<Range><From>2</From></Range>",
    '<VariableLength><ColumnDelimiter>;</ColumnDelimiter><RecordDelimiter>&#13;&#10;</RecordDelimiter><TextEncapsulator>"</TextEncapsulator>',
    ...spalten.map(columnXml),
    "</VariableLength></Table>",
  ].join("\n")
}

/**
 * @param firma whose data it is
 * @param period first and last day, `YYYY-MM-DD`
 * @returns the description of all tables, in UTF-8
 */
export function z3Index(
  firma: { name: string; ort: string | null },
  period: { von: string; bis: string },
  tables: readonly Z3Table[],
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd">',
    "<DataSet>",
    element("Version", "1.0"),
    `<DataSupplier>${element("Name", firma.name)}${element("Location", firma.ort ?? "")}${element("Comment", "Leihgut und Pfand, geführt mit Pfandwerk")}</DataSupplier>`,
    `<Media>${element("Name", `Prüferexport ${period.von} bis ${period.bis}`)}`,
    ...tables.map((table) => tableXml(table, period)),
    "</Media>",
    "</DataSet>",
    "",
  ].join("\n")
}

/** The first line of a table's file. */
export const z3Heading = ({ spalten }: Z3Table): string => BOM + csvLine(spalten.map(({ name }) => name))

/** Programs of auditors read a line as a record, whatever quotes say. */
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g

const ESCAPED: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r" }

function cellOf(value: Z3Value, { art, chained }: Z3Column): string {
  if (value === null) return ""
  if (art === "cent") return formatDecimal(Number(value))
  return chained
    ? String(value).replace(/[\\\n\r]/g, (sign) => ESCAPED[sign] ?? sign)
    : String(value).replace(LINE_BREAKS, " ")
}

/** One row of a table's file, in the order of its columns. */
export const z3Row = ({ spalten }: Z3Table, row: Record<string, Z3Value>): string =>
  csvLine(
    spalten.map((column) => {
      const field = column.art === "cent" ? `${column.name}_cent` : column.name
      return cellOf(row[field] ?? null, column)
    }),
  )

/** The declarations of the standard's version of 1 September 2004; the file has to lie beside index.xml. */
export const Z3_DTD = `<?xml version="1.0" encoding="UTF-8"?>
<!ELEMENT Version (#PCDATA)>
<!ELEMENT Location (#PCDATA)>
<!ELEMENT Comment (#PCDATA)>
<!ELEMENT Length (#PCDATA)>
<!ELEMENT References (#PCDATA)>
<!ELEMENT From (#PCDATA)>
<!ELEMENT To (#PCDATA)>
<!ELEMENT AcceptNoTables (#PCDATA)>
<!ELEMENT Alias (From, To)>
<!ELEMENT MaxLength (#PCDATA)>
<!ELEMENT TextEncapsulator (#PCDATA)>
<!ELEMENT Accuracy (#PCDATA)>
<!ELEMENT ImpliedAccuracy (#PCDATA)>
<!ELEMENT Format (#PCDATA)>
<!ELEMENT DecimalSymbol (#PCDATA)>
<!ELEMENT DigitGroupingSymbol (#PCDATA)>
<!ELEMENT Command (#PCDATA)>
<!ELEMENT URL (#PCDATA)>
<!ELEMENT Description (#PCDATA)>
<!ELEMENT Name (#PCDATA)>
<!ELEMENT Epoch (#PCDATA)>
<!ELEMENT ColumnDelimiter (#PCDATA)>
<!ELEMENT RecordDelimiter (#PCDATA)>
<!ELEMENT SkipNumBytes (#PCDATA)>
<!ELEMENT Extension (Name, URL)>
<!ELEMENT Range (From, (To | Length)?)>
<!ELEMENT FixedRange (From, (To | Length))>
<!ELEMENT DataSet (Extension*, Version, DataSupplier?, Command*, Media+, Command*)>
<!ELEMENT AlphaNumeric EMPTY>
<!ELEMENT Date (Format?)>
<!ELEMENT Numeric ((ImpliedAccuracy | Accuracy)?)>
<!ELEMENT ANSI EMPTY>
<!ELEMENT Macintosh EMPTY>
<!ELEMENT OEM EMPTY>
<!ELEMENT UTF16 EMPTY>
<!ELEMENT UTF7 EMPTY>
<!ELEMENT UTF8 EMPTY>
<!ELEMENT FixedLength ((Length | RecordDelimiter)?, ((FixedPrimaryKey+, FixedColumn*) | (FixedColumn+)), ForeignKey*)>
<!ELEMENT FixedColumn (Name, Description?, (Numeric | AlphaNumeric | Date), Map*, FixedRange)>
<!ELEMENT FixedPrimaryKey (Name, Description?, (Numeric | AlphaNumeric | Date), Map*, FixedRange)>
<!ELEMENT VariableLength (ColumnDelimiter?, RecordDelimiter?, TextEncapsulator?, ((VariablePrimaryKey+, VariableColumn*) | (VariableColumn+)), ForeignKey*)>
<!ELEMENT VariableColumn (Name, Description?, (Numeric | (AlphaNumeric, MaxLength?) | Date), Map*)>
<!ELEMENT VariablePrimaryKey (Name, Description?, (Numeric | (AlphaNumeric, MaxLength?) | Date), Map*)>
<!ELEMENT DataSupplier (Name, Location, Comment)>
<!ELEMENT Media (Name, Command*, Table*, Command*, AcceptNoTables?)>
<!ELEMENT Table (URL, Name?, Description?, Validity?, (ANSI | Macintosh | OEM | UTF16 | UTF7 | UTF8)?, (DecimalSymbol, DigitGroupingSymbol)?, SkipNumBytes?, Range?, Epoch?, (VariableLength | FixedLength))>
<!ELEMENT ForeignKey (Name+, References, Alias*)>
<!ELEMENT Map (Description?, From, To)>
<!ELEMENT Validity (Range, Format?)>
`
