import { choice, count, type FieldSpecs, yesNo } from "./feld.ts"

const rat = "; mit dem Steuerberater festlegen"

const konto = (label: string, inLog: string, purpose = label) => ({
  ...count(`Konto: ${label}`, 99_999_999),
  inLog: `Konto ${inLog}`,
  api: { description: `${purpose}; null: nach dem Kontenrahmen${rat}` },
})

const schluessel = (label: string, inLog: string) => ({
  label: `BU-Schlüssel: ${label}`,
  kind: "taxKey" as const,
  inLog: `Steuerschlüssel ${inLog}`,
  api: {
    description: `BU-Schlüssel; null: bei einem eigenen Konto keiner (Automatikkonto), beim Konto nach dem Kontenrahmen der des Satzes${rat}`,
    examples: ["0003"],
  },
})

/** Settings of a company for DATEV exports (see feld.ts). Null stands for the default of its chart of accounts. */
export const datevfelder = {
  berater: { ...count("Beraternummer", 9_999_999), min: 1001, api: { description: "Beraternummer" } },
  mandant: { ...count("Mandantennummer", 99_999), api: { description: "Mandantennummer" } },
  /** The day on which a fiscal year begins, `MM-DD`. */
  wj_beginn: {
    label: "Beginn des Wirtschaftsjahres",
    kind: "firstOfMonth",
    default: "01-01",
    inLog: "Beginn des Wirtschaftsjahrs",
    api: { description: "Beginn des Wirtschaftsjahres, MM-TT", examples: ["01-01"] },
  },
  kontenlaenge: {
    ...count("Stellen eines Sachkontos", 8),
    min: 4,
    default: 4,
    inLog: "Länge der Sachkonten",
    api: { description: "Stellen eines Sachkontos" },
  },
  skr: {
    ...choice("Kontenrahmen", { "03": "SKR 03", "04": "SKR 04" }),
    default: "03",
    api: { description: `Kontenrahmen${rat}` },
  },
  konto_regel: konto("Pfand, Regelsteuersatz", "Regelsatz", "Erlöse Pfand, Regelsteuersatz"),
  konto_ermaessigt: konto("Pfand, ermäßigter Satz", "ermäßigter Satz", "Erlöse Pfand, ermäßigter Satz"),
  konto_transport: konto("Transporthilfsmittel", "Transporthilfsmittel"),
  konto_geraetepfand: konto("Gerätepfand", "Gerätepfand"),
  konto_kaution: konto(
    "Kautionen ohne Umsatzsteuer",
    "Kaution",
    "Erhaltene Pfandgelder und Kautionen ohne Umsatzsteuer",
  ),
  /** Account for VAT rates that are no longer in force. */
  konto_alt: konto(
    "Pfand zu früheren Sätzen (16 %, 5 %)",
    "frühere Sätze",
    "Erlöse Pfand zu früheren Sätzen (16 %, 5 %), kein Automatikkonto",
  ),
  konto_kleinunternehmer: konto(
    "Pfand als Kleinunternehmer",
    "Kleinunternehmer",
    "Erlöse Pfand als Kleinunternehmer",
  ),
  bu_regel: schluessel("Pfand, Regelsteuersatz", "Regelsatz"),
  bu_ermaessigt: schluessel("Pfand, ermäßigter Satz", "ermäßigter Satz"),
  bu_transport: schluessel("Transporthilfsmittel", "Transporthilfsmittel"),
  bu_geraetepfand: schluessel("Gerätepfand", "Gerätepfand"),
  debitor_basis: {
    ...count("Debitorenkonten beginnen bei", 999_999_999),
    min: 0,
    default: 0,
    inLog: "Erste Debitorennummer",
    api: { description: "Wird zur Kundennummer gezählt, wo kein Debitorenkonto eingetragen ist" },
  },
  festschreibung: { ...yesNo("Festschreibung"), default: 0 },
} satisfies FieldSpecs
