import { type Personenfelder, text } from "./feld.ts"

/** What a customer writes in answer to a document (see feld.ts). */
export const antwortfelder = {
  antwort_bemerkung: { ...text("Bemerkung", 1000), personal: true },
} satisfies Personenfelder
