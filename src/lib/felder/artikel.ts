import { einheitInWords } from "../einheit.ts"
import { choice, type FieldSpecs, text, yesNo } from "./feld.ts"

/**
 * The fields of an article (see feld.ts), in the order of the columns in tables. Its deposit and its parts are not
 * among them: one has either.
 */
export const artikelfelder = {
  nummer: {
    ...text("Nummer", 50),
    required: true,
    searched: true,
    apiNew: { examples: ["BIER-20"] },
    auch: ["Artikelnummer", "Artikel-Nr.", "ArtNr", "Art.-Nr.", "Leergutnummer", "Nr.", "Item No.", "SKU"],
    about: "Jede nur einmal",
    example: "SF-150",
  },
  bezeichnung: {
    ...text("Bezeichnung", 200),
    required: true,
    searched: true,
    apiNew: { examples: ["Kasten Bier 20 × 0,5 l"] },
    auch: ["Artikelbezeichnung", "Artikel", "Name", "Beschreibung", "Text", "Bezeichnung 1", "Description"],
    example: "Sonderflasche 1,5 l",
  },
  art: {
    ...choice("Art", { einzeln: "einzeln", gebinde: "Gebinde" }),
    required: true,
    api: { examples: ["einzeln"] },
    inTables: false,
  },
  ust_klasse: {
    ...choice("Umsatzsteuer-Klasse", {
      warenumschliessung: "Warenumschließung",
      transporthilfsmittel: "Transporthilfsmittel",
    }),
    required: true,
    emptyCell: "warenumschliessung",
    heading: "USt-Klasse",
    auch: ["Steuerklasse"],
    about: "Warenumschließung oder Transporthilfsmittel; leer gelassen: Warenumschließung",
    example: "Warenumschließung",
    // Written as the interface has it, and as it always was.
    raw: true,
  },
  einheit: {
    ...choice("Einheit", einheitInWords),
    default: "stueck",
    api: {
      description: "Worin gezählt wird; steht auf Abrechnungen. Fehlt es, folgt es aus der Bezeichnung",
    },
    auch: ["Mengeneinheit", "ME"],
    about: "Kasten, Flasche, Fass, Palette, Gasflasche oder Stück; leer: nach der Bezeichnung",
    example: "Flasche",
    alsoWords: { Stk: "stueck", "St.": "stueck", Kiste: "kasten", Fl: "flasche", Keg: "fass" },
  },
  barcode: {
    ...text("Strichcode", 100),
    searched: true,
    heading: "Barcode",
    auch: ["EAN", "GTIN", "Strichcode"],
    about: "Als Ziffern, nicht als Zahl gerundet",
    example: "4001234567890",
  },
  aktiv: {
    ...yesNo("Im Umlauf"),
    api: { examples: [1] },
    default: 1,
    heading: "Aktiv",
    about: "ja oder nein; leer: ja",
    example: "ja",
  },
  steuersatz: {
    ...choice("Steuersatz der Ware", {
      regel: "Regelsatz",
      ermaessigt: "ermäßigter Satz",
      keine: "keine Umsatzsteuer",
    }),
    default: "regel",
    api: { description: "Der Umsatzsteuersatz der Ware darin; fehlt er, regel" },
    heading: "Steuersatz",
    auch: ["Umsatzsteuer", "MwSt", "USt"],
    about: "Der Ware darin: Regelsatz, ermäßigt oder keine; leer gelassen: Regelsatz",
    example: "Regelsatz",
    wordsInTables: { regel: "Regelsatz", ermaessigt: "ermäßigt", keine: "keine" },
    alsoWords: {
      19: "regel",
      "19 %": "regel",
      7: "ermaessigt",
      "7 %": "ermaessigt",
      voll: "regel",
      0: "keine",
    },
  },
} satisfies FieldSpecs
