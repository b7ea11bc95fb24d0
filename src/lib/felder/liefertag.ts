import { count, day, type Personenfelder, ref, yesNo } from "./feld.ts"
import { anFahrer, fahrer, times } from "./lieferung.ts"

/** The fields of a day on which a customer is delivered regularly (see feld.ts), in the order of its table. */
export const liefertagfelder = {
  kunde_id: { ...ref("Kunde"), required: true, personal: false },
  ab: {
    ...day("Zum ersten Mal am"),
    required: true,
    personal: false,
    api: {
      description: "Der erste Liefertag; die folgenden sind am selben Wochentag",
      examples: ["2026-12-01"],
    },
  },
  alle_wochen: {
    ...count("Abstand in Wochen", 8),
    default: 1,
    personal: false,
    api: { description: "1: jede Woche, 2: jede zweite, gezählt von der Woche mit ab", examples: [1] },
  },
  bis: {
    ...day("Zum letzten Mal am"),
    personal: false,
    api: { description: "Danach wird nichts mehr vorgeschlagen; null: bis auf Weiteres" },
  },
  auch_feiertags: {
    ...yesNo("Auch an Feiertagen"),
    default: 0,
    personal: false,
    api: { description: "1: auch an Feiertagen des Landes vorschlagen" },
  },
  ...fahrer,
  ...times,
  ...anFahrer,
} satisfies Personenfelder
