import type { Evening } from "../../../src/print/dokumente/feierabend.ts"
import { inventur } from "../../../src/print/dokumente/inventur.ts"
import { pruefbericht } from "../../../src/print/dokumente/pruefbericht.ts"
import type { PlannedTour, Stop } from "../../../src/print/dokumente/tour.ts"
import { verfahrensdokumentation } from "../../../src/print/dokumente/verfahrensdokumentation.ts"
import { BARE, FULL, PLAIN } from "./people.ts"

/** Papers for the company's own people, and for who audits it. */

const bier = {
  pfandartikel_id: "bier",
  geraet_id: null,
  nummer: "BIER",
  bezeichnung: "Kasten Bier",
  soll_ausgabe: 20,
  soll_ruecknahme: 15,
}
const fass = {
  pfandartikel_id: "fass",
  geraet_id: null,
  nummer: "FASS",
  bezeichnung: "Fass 30 l",
  soll_ausgabe: 1200,
  soll_ruecknahme: 0,
}
const empty = {
  pfandartikel_id: "empty",
  geraet_id: null,
  nummer: "KI-20",
  bezeichnung: "Kasten leer",
  soll_ausgabe: 0,
  soll_ruecknahme: 1,
}
const open = { ist_ausgabe: null, ist_ruecknahme: null }
const nothing = {
  datum: "2026-10-31",
  telefon: null,
  zeit_von: null,
  zeit_bis: null,
  hinweis: null,
  grund: null,
}

const stops: Stop[] = [
  {
    datum: "2026-10-31",
    kunde: "Adler",
    anschrift: "Große Straße 12, 21335 Lüneburg",
    telefon: "04131 998877",
    zeit_von: "08:00",
    zeit_bis: "11:30",
    hinweis: "Hund beißt nicht",
    grund: null,
    status: "zugestellt",
    posten: [
      { ...bier, ist_ausgabe: 19, ist_ruecknahme: 3 },
      { ...fass, ist_ausgabe: 1200, ist_ruecknahme: 2 },
    ],
  },
  { ...nothing, kunde: "Krone", anschrift: "", zeit_von: "12:00", status: "geplant", posten: [] },
  {
    ...nothing,
    kunde: "Löwe",
    anschrift: "Am Kai 5, 21335 Lüneburg",
    zeit_bis: "16:00",
    grund: "Ruhetag",
    status: "nicht_zugestellt",
    posten: [
      { ...bier, ...open },
      { ...empty, ...open },
    ],
  },
  { ...nothing, kunde: "Ochse", anschrift: "Hof", status: "storniert", posten: [{ ...empty, ...open }] },
]
export const touren: Record<string, PlannedTour> = {
  "with several stops": { ...FULL, datum: "2026-10-31", fahrer: "Jens Öztürk", stops, frueher: [] },
  "with one stop": {
    ...PLAIN,
    datum: "2026-10-31",
    fahrer: "Jens Öztürk",
    stops: stops.slice(3),
    frueher: [],
  },
  "with none": { ...BARE, datum: "2026-10-31", fahrer: "Jens Öztürk", stops: [], frueher: [] },
  "with what is left of earlier days": {
    ...PLAIN,
    datum: "2026-10-31",
    fahrer: "Jens Öztürk",
    stops: stops.slice(0, 1),
    frueher: [{ ...stops[2]!, datum: "2026-10-30", grund: null, status: "geplant" }],
  },
}
const position = { bezeichnung: "Kasten Bier", nummer: "BIER" }
const counted: Evening["zaehlung"] = {
  erfasst_am: "2026-10-31T16:05:00.000Z",
  bemerkung: "Einer stand noch im Hof",
  danach: [{ kunde_name: "Adler" }, { kunde_name: "Krone" }],
  positionen: [
    { ...position, art: "leergut", erwartet: 3, gezaehlt: 4, differenz: 1 },
    { ...position, art: "ware", erwartet: 21, gezaehlt: 20, differenz: -1 },
    { ...position, art: "ware", erwartet: 2000, gezaehlt: 0, differenz: -2000 },
    { ...position, art: "leergut", erwartet: 5, gezaehlt: 5, differenz: 0 },
  ],
}
export const evenings: Record<string, Evening> = {
  "counted, with all": {
    ...touren["with several stops"]!,
    zeitzone: "Europe/Berlin",
    zaehlung: counted,
    daneben: [],
  },
  "to be counted by hand": {
    ...touren["with several stops"]!,
    stops: [...stops, { ...stops[1]!, datum: "2026-10-30", kunde: "Hirsch" }],
    zeitzone: "Europe/Berlin",
    zaehlung: undefined,
    daneben: [],
  },
  "all delivered, an empty truck": {
    ...touren["with several stops"]!,
    stops: stops.slice(0, 1),
    zeitzone: "Europe/Berlin",
    zaehlung: { ...counted, bemerkung: null, danach: [], positionen: [] },
    daneben: [],
  },
  "with nothing": { ...touren["with none"]!, zeitzone: "Europe/Berlin", zaehlung: undefined, daneben: [] },
}
const still = {
  waehrend_ausgegeben: 0,
  waehrend_zurueck: 0,
  danach_ausgegeben: 0,
  danach_zurueck: 0,
  danach_lager: 0,
  status_vorher: null,
  status_nachher: null,
  grund: null,
}
const fassung = { ...still, nummer: "FASS", bezeichnung: "Fass", gezaehlt: 1037, erwartet: 1041 }
const neu = {
  ...still,
  nummer: "KI",
  bezeichnung: "Kasten",
  gezaehlt: 3,
  erwartet: null,
  differenz: null,
  bestand: null,
}
const geraet = { ...still, nummer: "K-001", bezeichnung: "Kühler", differenz: null, bestand: null }
const sums = { neu: 0, fehlt: 0, zu_viel: 0, geraete_zeilen: 0, geraete_fehlen: 0, unerwartet: 0 }
const count = {
  zeitzone: "Europe/Berlin",
  bezeichnung: "Juni",
  begonnen_am: "2026-06-15T08:00:00.000Z",
  beendet_am: "2026-06-15T10:00:00.000Z",
}
const all = {
  ...FULL,
  ...count,
  beendet_von: "Anna",
  personen: ["Anna", "Jens"],
  rest_ist_null: true,
  summen: { ...sums, fehlt: 1004, zu_viel: 2, geraete_zeilen: 4, geraete_fehlen: 1, unerwartet: 1 },
  artikel: [
    {
      ...fassung,
      differenz: -4,
      bestand: 1044,
      danach_ausgegeben: 1,
      danach_zurueck: 6,
      danach_lager: 2,
      waehrend_ausgegeben: 5,
    },
    {
      ...fassung,
      nummer: "BIER",
      bezeichnung: "Bier",
      differenz: 2,
      bestand: 9,
      danach_ausgegeben: 3,
      waehrend_zurueck: 7,
    },
    neu,
  ],
  geraete: [
    { ...geraet, gezaehlt: 1, erwartet: 1 },
    {
      ...geraet,
      gezaehlt: 0,
      erwartet: 1,
      status_vorher: "lager",
      status_nachher: "verloren",
      grund: "gestohlen",
    },
    { ...geraet, gezaehlt: 1, erwartet: 0, status_vorher: "beim_kunden", status_nachher: "lager" },
    { ...geraet, gezaehlt: 1, erwartet: 0 },
  ],
  isCut: true,
}
export const inventuren = {
  "with all": inventur(all),
  "with nothing": inventur({
    ...BARE,
    ...count,
    beendet_von: null,
    personen: [],
    rest_ist_null: false,
    summen: sums,
    artikel: [],
    geraete: [],
    isCut: false,
  }),
  "as expected": inventur({
    ...all,
    ...PLAIN,
    rest_ist_null: false,
    summen: { ...sums, neu: 1, geraete_zeilen: 1 },
    artikel: [{ ...fassung, gezaehlt: 5, erwartet: 5, differenz: 0, bestand: 5 }, neu],
    geraete: [{ ...geraet, gezaehlt: 1, erwartet: 1 }],
    isCut: false,
  }),
  "for the first time": inventur({
    ...all,
    ...PLAIN,
    summen: { ...sums, neu: 1, geraete_zeilen: 0 },
    artikel: [neu],
  }),
}

const hash = "0123456789abcdef".repeat(4)
const earlier = { geprueft_am: "30.09.2026, 08:00", buchungen: 1200, letzter_hash: hash, fehler: 0 }
const check = { version: "1.2.3", von: "Erika Chefin", geprueft_am: "31.10.2026, 09:00" }
const fault = { art: "kette", msg: "Buchung 7 stimmt nicht" }
export const pruefberichte = {
  "with all": pruefbericht({
    ...FULL,
    ...check,
    pruefung: {
      buchungen: 4711,
      letzter_hash: hash,
      in_ordnung: false,
      fehler: [fault, { ...fault, art: "bestand" }, { ...fault, art: "verlauf" }],
      hinweise: [{ msg: "Kunde 7 hat 0,02 € ohne Stücke" }],
    },
    frueher: [earlier, { ...earlier, fehler: 1, letzter_hash: null }, { ...earlier, fehler: 1200 }],
  }),
  "with nothing": pruefbericht({
    ...BARE,
    ...check,
    pruefung: { buchungen: 0, letzter_hash: null, in_ordnung: true, fehler: [], hinweise: [] },
    frueher: [],
  }),
  "ended early": pruefbericht({
    ...PLAIN,
    ...check,
    pruefung: {
      buchungen: 4711,
      letzter_hash: null,
      in_ordnung: false,
      fehler: Array.from({ length: 100 }, () => fault),
      hinweise: [],
    },
    frueher: [],
  }),
}

export const verfahren = {
  "with all": verfahrensdokumentation({
    ...FULL,
    version: "1.2.3",
    einstellungen: [
      ["Preise", "netto"],
      ["Abrechnung", "Rechnung"],
    ],
    roles: [["Fahrer", "eigene Lieferungen"]],
    betrieb: [["Sicherung", "täglich"]],
  }),
}
