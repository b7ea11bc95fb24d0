import { antwortInWords } from "../arten.ts"
import { choice, type Personenfelder, text } from "./feld.ts"

/** A customer's answer to a document (see feld.ts). */
export const antwortfelder = {
  antwort_bemerkung: { ...text("Bemerkung", 1000), personal: true },
} satisfies Personenfelder

/** What a customer answered by a link, as they said it. */
export const linkantwortfelder = {
  antwort: { ...choice("Antwort", antwortInWords), required: true, personal: false },
  name: { ...text("Name", 120), format: "zeile", required: true, personal: true },
  bemerkung: { ...text("Bemerkung", 1000), personal: true },
  /** Address in the network that it came from. */
  adresse: { ...text("Adresse im Netz", 64), required: true, personal: true },
} satisfies Personenfelder
