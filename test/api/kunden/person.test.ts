import { describe, expect, test } from "bun:test"
import { getTableColumns, getTableName } from "drizzle-orm"
import { PARTS } from "../../../src/api/kunden/person.ts"
import { namesOf } from "../../../src/lib/felder/feld.ts"
import { mitarbeiterfelder } from "../../../src/lib/felder/mitarbeiter.ts"
import { fieldOf } from "../../../src/lib/felder/tabellen.ts"
import { tables } from "../../../src/db/tables.ts"

/**
 * Every column that could name a person is erased with it (src/api/kunden/person.ts), or stands here with the reason why
 * it is not.
 */

/**
 * Kept although the person was erased, as the law demands: documents and recipients are locked, and erased when their
 * time is over (belege/frist.ts); reasons stand in the chain of the ledger, which nobody can change.
 */
const KEPT: Readonly<Record<string, string>> = {
  belegdateien: "daten inhalt",
  abrechnungskoepfe: "an",
  pfandbuchungen: "grund",
  abrechnungen: "grund",
}

/** The company's own people: their names stay with what they did, as the books demand. */
const MITARBEITER: Readonly<Record<string, string>> = {
  mitarbeiter: [
    ...namesOf(mitarbeiterfelder, ({ personal }) => personal),
    "password_hash token_ausnahme token_beendet",
  ].join(" "),
  anfangsimporte: "erstellt_von_name",
  auftraege: "erstellt_von_name",
  belege: "erstellt_von_name",
  nachrichten: "erstellt_von_name",
  protokoll: "mitarbeiter_name",
}

/**
 * Columns of text that name no customer, or are gone with the job that reads them. Ids, instants and enumerations need
 * not be listed; declared fields say it themselves (lib/felder).
 */
const WITHOUT_PERSON: Readonly<Record<string, string>> = {
  abrechnungen: "nummer storno_von datum von bis erfasst_ab erstellt_von",
  abrechnungskoepfe: "aufbewahren_bis",
  abrechnungspositionen: "nummer bezeichnung",
  anfangsimporte: "stichtag erstellt_von teil_von",
  anfragen: "art inhalt_hash",
  artikelstaende: "gueltig_bis teile",
  auftraege: "angaben letzter ergebnis erstellt_von meldung versucht_bei",
  auftragseingaben: "daten",
  belege: "titel dateiname typ von bis sha256 erstellt_von antwort_datum aufbewahren_bis",
  briefkoepfe: "stand firma logo",
  ereignisse: "art",
  fahrer_einstellungen: "fehlschlag_gruende",
  feierabende: "datum bemerkung",
  firmenlogos: "daten",
  gebindebewegungen: "teile",
  geraete: "status_seit geprueft_bis",
  geraete_pruefdokumente: "daten",
  geraete_pruefplaene: "letzte naechste freigabe_bis",
  geraete_pruefungen: "datum naechste bemerkung dokument dokument_typ eingetragen_von",
  geraete_suchtexte: "text",
  geraetestaende: "gueltig_bis",
  regelungsstaende: "gueltig_bis",
  ansichten: "spalten",
  importstuecke: "inhalt",
  importzuordnungen: "ueberschrift feld",
  inventuren: "bezeichnung eroeffnet_von beendet_von",
  inventurpositionen: "nummer bezeichnung grund",
  inventurzaehlungen: "ort gezaehlt_von",
  lagerbewegungen: "bemerkung storno_von gebucht_von",
  liefertagwochen: "woche",
  nachrichten: "gilt_ab erstellt_von",
  pfandartikel_suchtexte: "text",
  pfandbuchungen: "storno_von gebucht_von hash",
  pfandpruefungen: "letzter_hash",
  pfandverlauf: "tag",
  programmzugaenge: "rechte token_hash kennung",
  protokoll: "aktion tabelle",
  webhooks: "arten geheimnis geheimnis_vorher vorher_bis abgeschaltet_weil freigabe",
  webhookzustellungen: "art antworten",
  versand_einstellungen: "freigabe",
  mailserver: "geheimnis",
}

/** Ids and instants; the VAT number only looks like one. */
const harmless = /^(?!ust_id$)(?:id|.*_id|.*_am)$/

/** Columns that can hold free text, bytes or a place. */
const columns = tables.flatMap((table) =>
  Object.values(getTableColumns(table))
    .filter(
      (column) => column.getSQLType() !== "integer" && !column.enumValues && !harmless.test(column.name),
    )
    .map(({ name }) => `${getTableName(table)}.${name}`),
)

const listed = (list: Readonly<Record<string, string>>): string[] =>
  Object.entries(list).flatMap(([table, names]) => names.split(" ").map((name) => `${table}.${name}`))

/** Columns that an erasure empties, or removes with their rows. */
const erased = PARTS.flatMap(({ table, after }) => {
  const name = getTableName(table)
  const own = columns.filter((column) => column.startsWith(`${name}.`))
  return after === "nichts" ? own : own.filter((column) => (column.split(".")[1] ?? "") in after)
})
/** Fields that say themselves that they are not personal. */
const said = columns.filter((column) => {
  const [table = "", name = ""] = column.split(".")
  const feld = fieldOf(table, name)
  return feld !== undefined && !feld.personal
})
/** Copies of all these, which go with them. */
const copies = ["protokoll.aenderungen"]

describe("every column that can hold something personal", () => {
  const declared = [
    ...erased,
    ...said,
    ...copies,
    ...listed(KEPT),
    ...listed(MITARBEITER),
    ...listed(WITHOUT_PERSON),
  ]

  test("is declared, once", () => {
    expect(columns.length).toBeGreaterThan(100)
    expect(columns.filter((column) => !declared.includes(column))).toEqual([])
    expect(declared.filter((column, at) => declared.indexOf(column) !== at)).toEqual([])
  })

  test("is there: a declaration of a column that is gone is found", () => {
    expect(declared.filter((column) => !columns.includes(column))).toEqual([])
  })
})

test("every table that belongs to a customer is erased, or is among those that the books need", () => {
  const ofCustomers = tables
    .filter((table) => "kunde_id" in getTableColumns(table))
    .map((table): string => getTableName(table))
  const covered = new Set<string>([...PARTS.map(({ table }) => getTableName(table)), ...Object.keys(KEPT)])
  // Figures alone: what is held, and which booking stands in no settlement yet; where a device is.
  const figures =
    "anfangsvorgaenge gebindebewegungen offene_buchungen pfandkonten pfandwerte pfandumbewertungen pfandverluste pfandsalden geraete".split(
      " ",
    )
  expect(ofCustomers.filter((table) => !covered.has(table)).toSorted()).toEqual(figures.toSorted())
})
