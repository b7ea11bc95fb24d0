import { choice, type FieldSpecs, instant, money, number, type Personenfelder, ref, text } from "./feld.ts"

/** The fields of a device (see feld.ts), in the order of the columns in tables. */
export const geraetefelder = {
  geraetenummer: {
    ...number("Gerätenummer", 50),
    required: true,
    searched: true,
    taken: "Diese Gerätenummer ist bereits vergeben",
    apiNew: { examples: ["K-012"] },
    auch: ["Geräte-Nr.", "Nummer", "Inventarnummer", "Inventar-Nr.", "Nr.", "Asset", "Anlagennummer"],
    about: "Jede nur einmal",
    example: "K-012",
  },
  bezeichnung: {
    ...text("Bezeichnung", 200),
    required: true,
    searched: true,
    apiNew: { examples: ["Flaschenkühler 320 l"] },
    auch: ["Gerät", "Name", "Beschreibung", "Modell"],
    example: "Flaschenkühler 320 l",
  },
  typ: {
    ...text("Typ", 100),
    searched: true,
    api: { examples: ["Kühler"] },
    auch: ["Geräteart", "Art", "Kategorie", "Gruppe"],
    about: "Wonach gefiltert wird",
    example: "Kühler",
  },
  seriennummer: {
    ...number("Seriennummer", 100),
    searched: true,
    auch: ["Serien-Nr.", "SN", "Fabriknummer"],
    example: "SN-4711",
  },
  barcode: {
    ...number("Strichcode", 100),
    searched: true,
    taken: "Dieser Barcode ist bereits vergeben",
    heading: "Barcode",
    auch: ["EAN", "Strichcode", "QR-Code"],
    about: "Jeder nur einmal",
  },
  pfand_cent: {
    ...money("Pfand"),
    default: 0,
    api: { examples: [5000] },
    auch: ["Kaution", "Pfand in Euro", "Pfandbetrag", "Wert"],
    about: "In Euro",
    example: "150,00",
  },
  notiz: { ...text("Notiz", 2000), auch: ["Bemerkung", "Bemerkungen", "Info"] },
  pfandform: {
    ...choice("Art der Sicherheit", { pfand: "Pfand", kaution: "Kaution" }),
    default: "kaution",
    api: { description: "Pfand trägt Umsatzsteuer, eine Kaution nicht; fehlt es, kaution" },
    heading: "Pfandform",
    about: "Pfand (mit Umsatzsteuer) oder Kaution (ohne); leer gelassen: Kaution",
    example: "Kaution",
  },
} satisfies FieldSpecs

/** The fields of a device's move (see feld.ts), in the order of its table. */
export const bewegungsfelder = {
  geraet_id: { ...ref("Gerät"), required: true, personal: false },
  art: {
    ...choice("Art", { ausgabe: "Ausgabe", ruecknahme: "Rücknahme", status: "Stand" }),
    required: true,
    personal: false,
  },
  von_status: { ...text("Stand davor", 36), required: true, personal: false },
  nach_status: { ...text("Stand danach", 36), required: true, personal: false },
  /** The customer who received or returned it. */
  kunde_id: { ...ref("Kunde"), personal: false },
  /** The customer's place that it was brought to or came from. */
  standort_id: {
    ...ref("Standort"),
    personal: true,
    api: { description: "null: die Anschrift des Kunden; für Fahrer immer null" },
  },
  lieferung_id: { ...ref("Lieferung"), personal: false, api: { description: "Für Fahrer immer null" } },
  notiz: { ...text("Notiz", 2000), personal: true },
  /** Id of an account. No foreign key, as a super administrator has no tenant. */
  gebucht_von: { ...text("Gebucht von", 36), required: true, personal: false },
  erfasst_am: { ...instant("Geschehen"), required: true, personal: false },
} satisfies Personenfelder
