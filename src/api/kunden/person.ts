import { getTableName } from "drizzle-orm"
import { type Query, query, queryFrom, type TenantTable, type Value } from "../../db/query.ts"
import {
  abrechnungen,
  abrechnungskoepfe,
  antwortlinks,
  auftragsfehler,
  belege,
  geraete,
  geraete_bewegungen,
  klaerungen,
  kunden,
  kunden_bilder,
  kunden_suchtexte,
  liefertage,
  linkantworten,
  lieferungen,
  lieferungen_bilder,
  nachrichten,
  protokoll,
  standorte,
} from "../../db/schema.ts"
import type { Patch, TenantReader } from "../../db/tenant-db.ts"
import { auftragsfehlerfelder } from "../../lib/felder/auftrag.ts"
import { antwortfelder } from "../../lib/felder/beleg.ts"
import { bewegungsfelder } from "../../lib/felder/geraet.ts"
import { erased } from "../../lib/felder/feld.ts"
import { klaerungsfelder } from "../../lib/felder/klaerung.ts"
import { kundenfelder } from "../../lib/felder/kunde.ts"
import { liefertagfelder } from "../../lib/felder/liefertag.ts"
import { lieferfelder } from "../../lib/felder/lieferung.ts"
import { nachrichtfelder } from "../../lib/felder/versand.ts"

/**
 * All places that name a customer's person: the one list for erasure (loeschung.ts) and for information about stored
 * data (auskunft). Which columns of a table are personal, their declaration says (lib/felder). A test knows of every
 * other column why it is none of them, so that no column is forgotten.
 */

type Ids = { kunde_id: string }
export type Personenzeile = Record<string, Value> & { id: string }

export type Part = {
  titel: string
  table: TenantTable
  zeilen: Query<Personenzeile, Ids>
  /** Values of the personal columns after erasure; or the whole row is deleted with its files. */
  after: Record<string, Value> | "nichts"
}

const part = <T extends TenantTable>(
  titel: string,
  table: T,
  after: Patch<T> | "nichts",
  zeilen: Query<Personenzeile, Ids>,
): Part => ({ titel, table, zeilen, after: after as Part["after"] })

/** A part of which each row names its customer. @param order columns, the last of them unique */
const ofKunde = <T extends TenantTable>(
  titel: string,
  table: T,
  after: Patch<T> | "nichts",
  order = "id",
): Part =>
  part(
    titel,
    table,
    after,
    queryFrom(table, (rows) => `SELECT * FROM ${rows} WHERE kunde_id = :kunde_id ORDER BY ${order}`),
  )

/** Sort keys are made of the erased fields, and nobody delivers to an erased person. */
const emptyKunde = { ...erased(kundenfelder), name_sort: "", name_ordnung: "", ort_sort: "", aktiv: 0 }

/** Parts that are erased together, in one transaction. */
export const PARTS: readonly Part[] = [
  part("Stammdaten", kunden, emptyKunde, query`SELECT k.* FROM ${kunden} k WHERE k.id = :kunde_id`),
  part(
    "Suchwörter",
    kunden_suchtexte,
    { text: "", filter: "" },
    query`SELECT s.id, s.text FROM ${kunden_suchtexte} s WHERE s.id = :kunde_id`,
  ),
  ofKunde("Bilder", kunden_bilder, "nichts", "sortierung, id"),
  ofKunde("Lieferungen", lieferungen, erased(lieferfelder), "datum, id"),
  part(
    "Ausgabe und Rücknahme von Geräten",
    geraete_bewegungen,
    erased(bewegungsfelder),
    query`
      SELECT g.geraetenummer, g.bezeichnung, m.* FROM ${geraete_bewegungen} m
      CROSS JOIN ${geraete} g ON g.id = m.geraet_id WHERE m.kunde_id = :kunde_id ORDER BY m.id`,
  ),
  // After all that name them: deliveries and devices.
  ofKunde("Standorte", standorte, "nichts", "name, id"),
  ofKunde("Liefertage", liefertage, erased(liefertagfelder)),
  part(
    "Bilder von Lieferungen",
    lieferungen_bilder,
    "nichts",
    query`
      SELECT b.* FROM ${lieferungen} l
      CROSS JOIN ${lieferungen_bilder} b ON b.lieferung_id = l.id WHERE l.kunde_id = :kunde_id
      UNION
      SELECT b.* FROM ${klaerungen} k
      CROSS JOIN ${lieferungen_bilder} b ON b.klaerung_id = k.id WHERE k.kunde_id = :kunde_id`,
  ),
  ofKunde("Was Fahrer dem Büro zur Klärung gaben", klaerungen, erased(klaerungsfelder)),
  ofKunde(
    "Belege und Ihre Antworten darauf",
    belege,
    { ...erased(antwortfelder), gesperrt: 1 },
    "erstellt_am, id",
  ),
  part(
    "Ihre Antworten über einen Link",
    linkantworten,
    "nichts",
    query`
      SELECT a.* FROM ${belege} b CROSS JOIN ${linkantworten} a ON a.id = b.id
      WHERE b.kunde_id = :kunde_id ORDER BY a.erstellt_am, a.id`,
  ),
  part(
    "Links zu Ihren Belegen",
    antwortlinks,
    "nichts",
    query`
      SELECT l.id, l.beleg_id, l.erstellt_am, l.gueltig_bis FROM ${belege} b
      CROSS JOIN ${antwortlinks} l ON l.beleg_id = b.id
      WHERE b.kunde_id = :kunde_id ORDER BY l.erstellt_am, l.id`,
  ),
  part(
    "Empfänger von Abrechnungen",
    abrechnungskoepfe,
    { gesperrt: 1 },
    query`
      SELECT h.id, a.nummer, a.datum, h.an, h.gesperrt, h.aufbewahren_bis
      FROM ${abrechnungen} a CROSS JOIN ${abrechnungskoepfe} h ON h.id = a.id
      WHERE a.kunde_id = :kunde_id ORDER BY a.datum, a.id`,
  ),
  ofKunde("E-Mails an Sie", nachrichten, erased(nachrichtfelder), "erstellt_am, id"),
  ofKunde("Was bei Sammelaufträgen nicht ging", auftragsfehler, erased(auftragsfehlerfelder)),
]

type Entry = { id: string; erstellt_am: string; aktion: string; aenderungen: string }

type About = { tabelle: string; datensatz_id: string }

const entriesAbout = query<Entry, About>`
  SELECT p.id, p.erstellt_am, p.aktion, p.aenderungen
  FROM ${protokoll} p WHERE p.tabelle = :tabelle AND p.datensatz_id = :datensatz_id ORDER BY p.id`

/** Tables whose rows the company itself deletes: they are still in the log, with customer, name or title. */
const DELETABLE = [kunden_bilder, standorte, liefertage].map((table): string => getTableName(table))

const deletedInProtokoll = query<About, Ids & { tabelle: string }>`
  SELECT DISTINCT p.tabelle, p.datensatz_id FROM ${protokoll} p
  WHERE p.tabelle = :tabelle
    AND coalesce(json_extract(p.aenderungen, '$.kunde_id[1]'), json_extract(p.aenderungen, '$.kunde_id[0]')) = :kunde_id`

/** Pictures of their deliveries, deleted ones too. */
const lieferbilderImProtokoll = query<About, { tabelle: string; ids: string }>`
  SELECT DISTINCT p.tabelle, p.datensatz_id FROM ${protokoll} p
  WHERE p.tabelle = :tabelle
    AND coalesce(json_extract(p.aenderungen, '$.lieferung_id[1]'), json_extract(p.aenderungen, '$.klaerung_id[1]'))
      IN (SELECT value FROM json_each(:ids))`

/**
 * @returns the log's entries about a person, one by one; also those about a customer, and what belonged to it, that were
 *   deleted before
 */
export function* readEintraege(tenant: TenantReader, kunde_id: string): Generator<Entry> {
  const about = new Set([`kunden ${kunde_id}`])
  for (const { table, zeilen } of PARTS)
    for (const { id } of tenant.all(zeilen, { kunde_id })) about.add(`${getTableName(table)} ${id}`)
  const stops = [...about].filter((one) => /^(?:lieferungen|klaerungen) /.test(one))
  const ids = JSON.stringify(stops.map((one) => one.split(" ")[1]))
  for (const { tabelle, datensatz_id } of [
    ...DELETABLE.flatMap((one) => tenant.all(deletedInProtokoll, { kunde_id, tabelle: one })),
    ...tenant.all(lieferbilderImProtokoll, { ids, tabelle: "lieferungen_bilder" }),
  ])
    about.add(`${tabelle} ${datensatz_id}`)
  for (const one of about) {
    const [tabelle = "", datensatz_id = ""] = one.split(" ")
    yield* tenant.all(entriesAbout, { tabelle, datensatz_id })
  }
}
