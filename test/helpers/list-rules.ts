import { addDays } from "../../src/lib/day.ts"
import { dayIn } from "../../src/lib/format.ts"
import { today } from "./day.ts"
import type { FullCompany } from "./full-company.ts"

/** What the filters and searches of lists mean, for every-list.test.ts: by the fields that the unfiltered list shows. */

export type Row = Record<string, any>

const zone = "Europe/Berlin"
const isOlder = (moment: string | null, days: string): boolean =>
  moment !== null && dayIn(moment, zone) < addDays(today(), -days)
const ageOf = (moment: string): string =>
  String((Date.parse(today()) - Date.parse(dayIn(moment, zone))) / 864e5)

export type Filter = {
  /** Whether a row is to be there. */
  keeps: (row: Row, value: string) => boolean
  /** The values to be tried, from all rows. */
  of: (row: Row) => unknown
}
/** Filters by a day of the company: both ends count. */
const from = (field: string): Filter => ({
  keeps: (row, value) => dayIn(row[field], zone) >= value,
  of: (row) => dayIn(row[field], zone),
})
const until = (field: string): Filter => ({
  ...from(field),
  keeps: (row, value) => dayIn(row[field], zone) <= value,
})
const period = (field: string) => ({ von: from(field), bis: until(field) })
const daysOf = {
  von: { keeps: (row: Row, v: string) => row["datum"] >= v, of: (row: Row) => row["datum"] },
  bis: { keeps: (row: Row, v: string) => row["datum"] <= v, of: (row: Row) => row["datum"] },
}
const oldKonten: Filter = {
  keeps: (row, value) => isOlder(row["seit_am"], value),
  of: (row) => (row["seit_am"] === null ? undefined : ageOf(row["seit_am"])),
}

/** Filters that are not simply the field of their name. */
export const filtersOf = (company: () => FullCompany): Record<string, Record<string, Filter>> => ({
  "/api/pfandbuchungen": period("erfasst_am"),
  "/api/kunden/{id}/pfandbuchungen": period("erfasst_am"),
  "/api/protokoll": period("erstellt_am"),
  "/api/geraete": {
    ueber_tagen: {
      keeps: (row, value) => isOlder(row["status_seit"], value),
      of: (row) => ageOf(row["status_seit"]),
    },
  },
  "/api/schwund/pfand": {
    ort: {
      keeps: (row, value) => (row["status"] === "verloren") === (value === "verloren"),
      of: () => undefined,
    },
  },
  "/api/pfandalter": { ueber_tagen: oldKonten },
  "/api/pruefplaene": {
    tage: {
      keeps: (row, value) => row["tage"] <= Number(value),
      of: (row) => (row["tage"] < -1 ? -1 : row["tage"]),
    },
  },
  "/api/lieferungen": {
    ...daysOf,
    ohne_fahrer: { keeps: (row) => row["fahrer_id"] === null, of: () => 1 },
    nie_beendet: {
      keeps: (row) =>
        row["status"] === "unterwegs" &&
        (isOlder(row["gestartet_am"], "0") || Date.parse(row["gestartet_am"]) < Date.now() - 3 * 3_600_000),
      of: () => true,
    },
  },
  "/api/abrechnungen": {
    ...daysOf,
    monat: { keeps: (row, value) => row["bis"].startsWith(value), of: (row) => row["bis"].slice(0, 7) },
    unversandt: { keeps: (row) => row["versand_offen"] === 1, of: () => true },
  },
  "/api/belege": {
    zu_klaeren: {
      keeps: (row) => row["linkantwort"]?.antwort === "bestritten" && row["linkantwort"].erledigt_am === null,
      of: () => true,
    },
  },
  "/api/nachrichten": {
    bezug_id: {
      keeps: (row) => row["beleg_id"] === company().lieferschein_id,
      of: () => company().lieferung_id,
    },
    sorgen: {
      keeps: (row) =>
        row["erledigt_am"] === null && ["teilweise", "abgelehnt", "unklar"].includes(row["status"]),
      of: () => "ja",
    },
  },
  "/api/liefertage": {
    lieferung_id: { keeps: (row) => row["id"] === company().liefertag_id, of: () => company().lieferung_id },
  },
  "/api/inventuren/{id}/positionen": {
    was: {
      keeps: (row, value) =>
        ({
          artikel: row["pfandartikel_id"] !== null,
          geraete: row["geraet_id"] !== null,
          abweichungen: ![0, null].includes(row["differenz"]),
        })[value] === true,
      of: () => undefined,
    },
  },
})

type Fits = (row: Row, word: string) => boolean

/** @returns whether a word in one of these fields begins so */
const by =
  (...fields: string[]): Fits =>
  (row, word) =>
    fields.some((field) =>
      String(row[field] ?? "")
        .split(/[ ,]+/)
        .some((one) => one.startsWith(word)),
    )

/** Words to search for, each with those rows that it finds; `=` before the field whose word of the last row it is. */
export const searches: Record<string, Record<string, Fits>> = {
  "/api/tenants": { anker: by("name", "slug"), Firma: by("name") },
  "/api/mitarbeiter": { Murat: by("name"), Zander: by("name") },
  "/api/kunden": { Gasthaus: by("name") },
  "/api/pfandartikel": { Korb: by("bezeichnung") },
  "/api/geraete": { Zapfanlage: by("bezeichnung") },
  "/api/pruefplaene": { Flaschenkühler: by("bezeichnung") },
  "/api/lager": { Kasten: by("bezeichnung") },
  "/api/lager/bewegungen": { "Flasche 0,5": (row) => row["bezeichnung"].startsWith("Flasche 0,5") },
  "/api/inventuren": { Keller: by("bezeichnung") },
  "/api/schwund": { Kasten: by("bezeichnung") },
  "/api/schwund/kunden": { Gasthaus: by("name") },
  "/api/schwund/geraete": { Zapfanlage: by("bezeichnung") },
  "/api/lieferungen": { Gasthaus: by("kunde_name"), Murat: by("fahrer_name") },
  "/api/klaerungen": { Gasthaus: by("kunde_name"), Murat: by("fahrer_name") },
  "/api/pfandbuchungen": {
    Gasthaus: by("kunde_name"),
    Zapfanlage: (row, word) => row["geraet_id"] !== null && by("bezeichnung")(row, word),
  },
  "/api/pfandsalden": { Gasthaus: by("name") },
  "/api/pfandalter": { Gasthaus: by("name") },
  "/api/abrechnungen": { Gasthaus: by("kunde_name"), "=nummer": by("nummer") },
  "/api/belege": { Gasthaus: by("kunde_name") },
  "/api/nachrichten": { Gasthaus: by("kunde_name") },
  "/api/protokoll": {
    Murat: (row, word) =>
      by("mitarbeiter_name")(row, word) || (row["tabelle"] === "mitarbeiter" && by("betrifft")(row, word)),
    Gasthaus: (row, word) => row["tabelle"] === "kunden" && by("betrifft")(row, word),
    Zapfanlage: (row, word) => row["tabelle"] === "geraete" && by("betrifft")(row, word),
    Korb: (row, word) => row["tabelle"] === "pfandartikel" && by("betrifft")(row, word),
  },
}
