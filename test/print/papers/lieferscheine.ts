import type { Lieferschein } from "../../../src/print/dokumente/lieferschein.ts"
import { bestand, BARE, FULL, minus, picture, PLAIN } from "./people.ts"

/** Delivery notes in each of their states. */

const bier = { nummer: "BIER", bezeichnung: "Kasten Bier", soll_ausgabe: 1020, soll_ruecknahme: 15 }
const fass = { nummer: "FASS", bezeichnung: "Fass 30 l", soll_ausgabe: 0, soll_ruecknahme: 2 }
const planned = { ist_ausgabe: null, ist_ruecknahme: null }
const stop = { nummer: "LS-1", datum: "2026-10-31" }
const nothing = {
  lieferanschrift: null,
  fahrer: null,
  hinweis: null,
  notiz: null,
  grund: null,
  zustellung: null,
}

const photo = await picture("photo")
export const lieferungen: Record<string, Lieferschein> = {
  "delivered, with all": {
    ...FULL,
    ...stop,
    lieferanschrift: "Lager, Am Kai 5, 21335 Lüneburg",
    zeit_von: "08:00",
    zeit_bis: "11:30",
    status: "zugestellt",
    fahrer: "Jens Öztürk",
    hinweis: "Klingel „Küche“",
    notiz: "Tor war zu",
    grund: null,
    positionen: [
      { ...bier, ist_ausgabe: 1020, ist_ruecknahme: 17 },
      { ...fass, ist_ausgabe: null, ist_ruecknahme: 2 },
    ],
    zustellung: {
      erfasst_am: "2026-10-31T09:12:00.000Z",
      empfaenger_name: "Frau Groß",
      unterschrift: await picture("drawing", 80, 20),
      photos: [photo, photo, photo, photo, photo],
      bestand,
    },
  },
  "delivered, with nothing": {
    ...BARE,
    ...stop,
    ...nothing,
    zeit_von: null,
    zeit_bis: null,
    status: "zugestellt",
    positionen: [],
    zustellung: {
      erfasst_am: "2026-10-31T11:00:00.000Z",
      empfaenger_name: null,
      unterschrift: null,
      photos: [],
      bestand: [],
    },
  },
  "delivered, with one of each": {
    ...PLAIN,
    ...stop,
    ...nothing,
    zeit_von: null,
    zeit_bis: null,
    status: "zugestellt",
    positionen: [{ ...fass, ist_ausgabe: 1, ist_ruecknahme: null }],
    zustellung: {
      erfasst_am: "2026-10-31T09:12:00.000Z",
      empfaenger_name: null,
      unterschrift: null,
      photos: [photo],
      bestand: minus,
    },
  },
  planned: {
    ...PLAIN,
    ...stop,
    ...nothing,
    zeit_von: null,
    zeit_bis: "11:30",
    status: "geplant",
    positionen: [
      { ...bier, ...planned },
      { ...fass, ...planned },
    ],
  },
  "on its way": {
    ...PLAIN,
    ...stop,
    ...nothing,
    zeit_von: "08:00",
    zeit_bis: null,
    status: "unterwegs",
    positionen: [{ ...bier, ...planned }],
  },
  failed: {
    ...PLAIN,
    ...stop,
    ...nothing,
    zeit_von: null,
    zeit_bis: null,
    status: "nicht_zugestellt",
    grund: "Ruhetag",
    positionen: [{ ...bier, ...planned }],
  },
  cancelled: {
    ...PLAIN,
    ...stop,
    ...nothing,
    zeit_von: null,
    zeit_bis: null,
    status: "storniert",
    positionen: [{ ...bier, ...planned }],
  },
}
