import { einheitInWords } from "../einheit.ts"
import { choice, count, type FieldSpecs, money, ref, text, yesNo, number } from "./feld.ts"

/** The fields of an article (see feld.ts) that a single one has as well as a gebinde, in the order of tables. */
export const artikelfelder = {
  nummer: {
    ...number("Nummer", 50),
    required: true,
    searched: true,
    taken: "Diese Artikelnummer ist bereits vergeben",
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
    alsoWords: {
      Stk: "stueck",
      "St.": "stueck",
      Kiste: "kasten",
      Ka: "kasten",
      Kst: "kasten",
      Fl: "flasche",
      Keg: "fass",
      Pal: "palette",
    },
  },
  barcode: {
    ...number("Strichcode", 100),
    searched: true,
    taken: "Dieser Barcode ist bereits vergeben",
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
    rates: { 19: "regel", 7: "ermaessigt", 0: "keine" },
    alsoWords: {
      voll: "regel",
      "voller Satz": "regel",
      normal: "regel",
      "normaler Satz": "regel",
      Regelsteuersatz: "regel",
      Standard: "regel",
      reduziert: "ermaessigt",
      "ermäßigter Steuersatz": "ermaessigt",
      steuerfrei: "keine",
      ohne: "keine",
    },
  },
} satisfies FieldSpecs

/** The deposit of a single article; that of a gebinde is the sum of its parts. */
export const pfandfelder = {
  pfand_cent: {
    ...money("Pfand je Stück"),
    inLog: "Pfand",
    heading: "Pfand",
    auch: [
      "Pfand in Euro",
      "Pfandbetrag",
      "Pfandwert",
      "Pfand je Stück",
      "Einzelpfand",
      "Preis",
      "Betrag",
      "Wert",
      "Deposit",
    ],
    about: "In Euro, wie 3,10; bei einem Gebinde die Summe seiner Teile",
    example: "0,08",
  },
  /** Effect of the last change of the deposit: pieces that are out keep their amount, or get the new one. */
  bei_aenderung: {
    ...choice("Was bei Kunden ist", {
      erstattung: "erstatten, was bezahlt wurde",
      umbewertung: "umbewerten",
    }),
    default: "erstattung",
    inLog: "Bei geändertem Pfand",
    inTables: false,
  },
} satisfies FieldSpecs

/** One part of a gebinde, such as a crate and twenty bottles. */
export const bestandteilfelder = {
  pfandartikel_id: { ...ref("Artikel"), required: true },
  menge: { ...count("Stück", 10_000), required: true },
} satisfies FieldSpecs
export const MOST_PARTS = 20
