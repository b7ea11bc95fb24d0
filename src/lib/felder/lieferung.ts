import { choice, clock, count, day, instant, type Personenfelder, ref, text, yesNo } from "./feld.ts"
import { lieferstandInWords } from "../lieferstand.ts"
import { grund, quittungsfelder } from "./quittung.ts"

export const fahrer = {
  fahrer_id: { ...ref("Fahrer"), personal: false, inTables: false },
} satisfies Personenfelder

const wohin = {
  standort_id: {
    ...ref("Standort"),
    personal: true,
    api: { description: "Ein Standort des Kunden; null: an seine eigene Anschrift" },
    inTables: false,
  },
} satisfies Personenfelder

const tag = {
  datum: { ...day("Tag"), required: true, personal: false, heading: "Datum" },
} satisfies Personenfelder

export const times = {
  zeit_von: { ...clock("Zeit von"), personal: false, heading: "von" },
  zeit_bis: { ...clock("Zeit bis"), personal: false, heading: "bis" },
} satisfies Personenfelder

export const anFahrer = {
  hinweis: { ...text("Hinweis", 2000), personal: true },
} satisfies Personenfelder

/** The fields of a delivery that the office plans, and that a copy of it takes along. */
export const planfelder = { ...tag, ...wohin, ...fahrer, ...times, ...anFahrer }

/** A signature, as it stands in its field or in what a telephone sent; in brackets the bytes of the PNG in Base64. */
export const SIGNATURE = /data:image\/png;base64,([A-Za-z0-9+/=]+)/

/** The fields of a delivery (see feld.ts), in the order of its table. */
export const lieferfelder = {
  kunde_id: { ...ref("Kunde"), required: true, personal: false, inTables: false },
  ...fahrer,
  ...tag,
  ...times,
  /** Place in the driver's tour of the day. */
  reihenfolge: { ...count("Platz auf der Tour", 500), default: 0, personal: false, inTables: false },
  status: {
    ...choice("Stand", lieferstandInWords),
    default: "geplant",
    personal: false,
  },
  ...anFahrer,
  ...quittungsfelder,
  grund,
  gestartet_am: { ...instant("Begonnen"), personal: false, inTables: false },
  erfasst_am: { ...instant("Geschehen"), personal: false, inTables: false },
  abgeschlossen_am: { ...instant("Abgeschlossen"), personal: false, inTables: false },
  /** Number of the attempt. A telephone's late request may belong to an earlier one. */
  versuch: { ...count("Versuch", 1_000_000), default: 1, personal: false, inTables: false },
  /** 1: unplanned; the driver was asked at the door. */
  ungeplant: {
    ...yesNo("Ungeplant"),
    default: 0,
    personal: false,
    api: { description: "1: vom Fahrer unterwegs angelegt" },
    inTables: false,
  },
  ...wohin,
  lieferanschrift: {
    ...text("Lieferanschrift", 1000),
    personal: true,
    api: {
      description: "Einer zugestellten: der Standort, wie er damals hieß; null: die Anschrift des Kunden",
    },
    inTables: false,
  },
} satisfies Personenfelder
