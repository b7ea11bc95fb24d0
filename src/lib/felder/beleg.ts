import { type Personenfelder, text } from "./feld.ts"

/** A customer's answer to a document (see feld.ts). */
export const antwortfelder = {
  antwort_bemerkung: { ...text("Bemerkung", 1000), personal: true },
} satisfies Personenfelder
