import { type Personenfelder, text } from "./feld.ts"

/** Fields of a delivery that the driver fills in at the door: a telephone loads these alone. */
export const quittungsfelder = {
  notiz: { ...text("Notiz", 2000), personal: true, inTables: false },
  empfaenger_name: { ...text("Empfänger", 200), personal: true, heading: "Angenommen von" },
  /** As in `SIGNATURE`. */
  unterschrift: { ...text("Unterschrift", 48_000), personal: true, inTables: false },
} satisfies Personenfelder

/** Why a stop was not delivered, in the driver's words. */
export const grund = { ...text("Grund", 500), personal: true }
