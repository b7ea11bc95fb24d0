import { type Personenfelder, ref, text } from "./feld.ts"
import { kundenfelder } from "./kunde.ts"

const { ansprechpartner, telefon, strasse, plz, ort, land, anlieferungshinweis } = kundenfelder
const { aktiv, breitengrad, laengengrad } = kundenfelder

/** The fields of a place of a customer that things are delivered to (see feld.ts), in the order of the columns in tables. */
export const standortfelder = {
  kunde_id: { ...ref("Kunde"), required: true, personal: false, inTables: false },
  name: {
    ...text("Name", 200),
    required: true,
    personal: true,
    taken: "Der Kunde hat schon einen Standort mit diesem Namen",
    api: { description: "Jeder nur einmal je Kunde", examples: ["Filiale am Markt"] },
    heading: "Standort",
    auch: [
      "Name des Standorts",
      "Filiale",
      "Lieferort",
      "Lieferadresse",
      "Lieferstelle",
      "Bezeichnung",
      "Name",
    ],
    about: "Wie der Ort heißt; jeder nur einmal je Kunde",
    example: "Filiale am Markt",
  },
  ansprechpartner: { ...ansprechpartner, example: "Herr Ott" },
  telefon: { ...telefon, example: "04131 54321" },
  strasse: { ...strasse, example: "Am Markt 2" },
  plz,
  ort,
  land: { ...land, personal: true },
  anlieferungshinweis: { ...anlieferungshinweis, example: "Rampe im Hof" },
  aktiv: { ...aktiv, api: { description: "0: wird nicht mehr beliefert", examples: [1] } },
  breitengrad,
  laengengrad,
} satisfies Personenfelder
