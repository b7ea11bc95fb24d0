import { choice, instant, type Personenfelder, ref, text } from "./feld.ts"

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
  lieferung_id: { ...ref("Lieferung"), personal: false, api: { description: "Für Fahrer immer null" } },
  notiz: { ...text("Notiz", 2000), personal: true },
  /** Id of an account. No foreign key, as a super administrator has no tenant. */
  gebucht_von: { ...text("Gebucht von", 36), required: true, personal: false },
  erfasst_am: { ...instant("Geschehen"), required: true, personal: false },
} satisfies Personenfelder
