/** One column that the import knows. */
export type Column = { name: string; about: string; example: string; required?: true }
/** What can be taken over. */
export type Kind = { one: string; many: string; place: string; columns: Column[] }

/** In the words of the interface's import, with the first of the headings that it knows for each. */
export const kinds = {
  kunden: {
    one: "Kunde",
    many: "Kunden",
    place: "/kunden",
    columns: [
      { name: "Kundennummer", about: "Leer gelassen: die nächste freie", example: "20001" },
      { name: "Name", about: "Firma oder Person", example: "Gasthaus zur Linde", required: true },
      { name: "Ansprechpartner", about: "", example: "Frau Lind" },
      { name: "Telefon", about: "", example: "04131 12345" },
      { name: "E-Mail", about: "", example: "linde@gasthaus.example" },
      { name: "Straße", about: "Mit Hausnummer", example: "Am Sande 5" },
      { name: "PLZ", about: "", example: "21335" },
      { name: "Ort", about: "", example: "Lüneburg" },
      { name: "Land", about: "Zwei Buchstaben; leer gelassen: DE", example: "DE" },
      {
        name: "Anlieferungshinweis",
        about: "Liest der Fahrer als Erstes",
        example: "Hintereingang, zweimal klingeln",
      },
      { name: "Lieferzeit von", about: "Uhrzeit, wie 8:00", example: "8:00" },
      { name: "Lieferzeit bis", about: "Uhrzeit, wie 11:30", example: "11:30" },
      { name: "Abrechnung", about: "je_lieferung, monatlich oder keine", example: "monatlich" },
      { name: "Notiz", about: "Nur für das Büro", example: "Montags Ruhetag" },
    ],
  },
  pfandartikel: {
    one: "Artikel",
    many: "Artikel",
    place: "/artikel",
    columns: [
      { name: "Nummer", about: "Jede nur einmal", example: "SF-150", required: true },
      { name: "Bezeichnung", about: "", example: "Sonderflasche 1,5 l", required: true },
      { name: "Pfand", about: "In Euro, wie 3,10", example: "0,08", required: true },
      {
        name: "USt-Klasse",
        about: "Warenumschließung oder Transporthilfsmittel; leer gelassen: Warenumschließung",
        example: "Warenumschließung",
      },
      { name: "Barcode", about: "Als Ziffern, nicht als Zahl gerundet", example: "4001234567890" },
    ],
  },
} as const satisfies Record<string, Kind>

export type KindId = keyof typeof kinds

/** A file that a spreadsheet opens as it should: with the headings and one row that shows how it is meant. */
export function templateOf(id: KindId): { file: Blob; name: string } {
  const columns: readonly Column[] = kinds[id].columns
  const line = (cells: string[]): string => `${cells.join(";")}\r\n`
  const text = line(columns.map(({ name }) => name)) + line(columns.map(({ example }) => example))
  // Without the mark at its beginning, Excel takes umlauts for something else.
  return { file: new Blob(["\uFEFF", text], { type: "text/csv" }), name: `Vorlage ${kinds[id].many}.csv` }
}
