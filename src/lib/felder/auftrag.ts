import { type Personenfelder, ref, text } from "./feld.ts"

/** Why a job made nothing for a customer (see feld.ts), in the order of its table. */
export const auftragsfehlerfelder = {
  auftrag_id: { ...ref("Auftrag"), required: true, personal: false },
  kunde_id: { ...ref("Kunde"), required: true, personal: false },
  meldung: { ...text("Meldung", 1000), required: true, personal: true },
} satisfies Personenfelder

/** @returns whether a job waits or is at work */
export const isOpen = ({ status }: { status: string }): boolean => status === "wartet" || status === "laeuft"
