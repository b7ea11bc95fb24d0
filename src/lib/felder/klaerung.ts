import { choice, count, instant, type Personenfelder, ref, text } from "./feld.ts"
import { klaerungstandInWords } from "../arten.ts"

/** The fields of a driver's request that the service refused (see feld.ts), in the order of its table. */
export const klaerungsfelder = {
  fahrer_id: { ...ref("Fahrer"), personal: false },
  /** None only for an evening count (`art` = feierabend). */
  kunde_id: { ...ref("Kunde"), personal: false, api: { description: "null: eine Zählung zum Feierabend" } },
  lieferung_id: { ...ref("Lieferung"), personal: false },
  versuch: { ...count("Versuch", 1_000_000), personal: false },
  art: {
    ...choice("Art", {
      start: "Beginn",
      abschluss: "Abschluss",
      fehlschlag: "nicht zugestellt",
      ungeplant: "ungeplante Abholung",
      feierabend: "Feierabend",
    }),
    /** Words for what happened, in the list of all. */
    wordsInTables: {
      start: "Fahrt begonnen",
      abschluss: "zugestellt",
      fehlschlag: "nicht zugestellt",
      ungeplant: "ungeplant abgeholt",
      feierabend: "Feierabend",
    },
    required: true,
    personal: false,
    api: { examples: ["abschluss"], description: "Was der Fahrer geschickt hatte" },
  },
  /** The request as it was sent. */
  angaben: { label: "Angaben", kind: "json", required: true, personal: true },
  /** The service's answer. */
  ablehnung: {
    ...text("Ablehnung", 1000),
    required: true,
    personal: true,
    apiNew: { description: "Was der Dienst geantwortet hatte", examples: ["Nicht geplant"] },
  },
  erfasst_am: {
    ...instant("Geschehen"),
    required: true,
    personal: false,
    api: { description: "Wann der Fahrer es getan hat" },
  },
  status: {
    ...choice("Stand", klaerungstandInWords),
    default: "offen",
    personal: false,
  },
  entscheidung: { ...text("Entscheidung", 500), personal: true },
  entschieden_von: { ...text("Entschieden von", 36), personal: false },
  entschieden_am: { ...instant("Entschieden"), personal: false },
} satisfies Personenfelder
