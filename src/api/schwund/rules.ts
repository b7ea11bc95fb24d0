import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  artikelstaende,
  inventuren,
  inventurpositionen,
  lagerbewegungen,
  pfandartikel,
  pfandbuchungen,
  pfandverluste,
} from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { endOfYear } from "../jahresausgleich/rules.ts"
import { listLager, type Zugang, ZUGANG } from "../lager/bestand.ts"
import { csvOf } from "../shared/tabulate.ts"
import { eachPage, type PageOf, type PageRequest } from "../shared/page.ts"
import { listAge, sumPosten } from "../pfandalter/rules.ts"
import { listSaldenWithLedger } from "../pfandsalden/rules.ts"
import { instants } from "../shared/time.ts"
import { SIGNED_QUANTITY } from "../shared/sign.ts"
import type { SchwundKunde, SchwundZeile } from "./model.ts"

type Artikelschwund = Static<typeof SchwundZeile>
type Kunde = Static<typeof SchwundKunde>
type Year = { seit: string; vor: string }

const movements = query<Zugang & { id: string }, Year>`
  SELECT l.pfandartikel_id AS id, ${ZUGANG} FROM ${lagerbewegungen} l
  WHERE l.erfasst_am >= :seit AND l.erfasst_am < :vor GROUP BY l.pfandartikel_id`

/**
 * What is missing is worth the deposit of the moment when its count was closed, as in `getArtikelAt`. A count that was
 * made on paper belongs to the year in which it was made, with the deposit of then.
 */
const gezaehlt = query<{ id: string; fehlt: number; zu_viel: number; fehlt_cent: number }, Year>`
  SELECT p.pfandartikel_id AS id, sum(max(0, p.erwartet - p.gezaehlt)) AS fehlt,
    sum(max(0, p.gezaehlt - p.erwartet)) AS zu_viel,
    sum(max(0, p.erwartet - p.gezaehlt) * coalesce((SELECT s.pfand_cent FROM ${artikelstaende} s
      WHERE s.pfandartikel_id = p.pfandartikel_id AND s.gueltig_bis > coalesce(i.gezaehlt_am, i.beendet_am)
      ORDER BY s.gueltig_bis LIMIT 1), a.pfand_cent, 0)) AS fehlt_cent
  FROM ${inventuren} i CROSS JOIN ${inventurpositionen} p ON p.inventur_id = i.id
  CROSS JOIN ${pfandartikel} a ON a.id = p.pfandartikel_id
  WHERE i.status = 'abgeschlossen' AND coalesce(i.gezaehlt_am, i.beendet_am) >= :seit
    AND coalesce(i.gezaehlt_am, i.beendet_am) < :vor
    AND p.pfandartikel_id > '' AND p.erwartet IS NOT NULL
  GROUP BY p.pfandartikel_id`

type Lost = { id: string; menge: number; wert_cent: number }

/** Pieces that customers will not bring back; a Storno counts against them in the year it was booked. */
const verloren = query<Lost, Year>`
  SELECT v.pfandartikel_id AS id, -sum(${SIGNED_QUANTITY}) AS menge, -sum(b.summe_cent) AS wert_cent
  FROM ${pfandverluste} v CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = v.id
  WHERE v.erstellt_am >= :seit AND v.erstellt_am < :vor AND v.pfandartikel_id > '' GROUP BY v.pfandartikel_id`

const lostOf = query<Lost, Year & { ids: string }>`
  SELECT v.kunde_id AS id, -sum(${SIGNED_QUANTITY}) AS menge, -sum(b.summe_cent) AS wert_cent
  FROM json_each(:ids) j
  CROSS JOIN ${pfandverluste} v ON v.kunde_id = j.value
  CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = v.id
  WHERE +v.erstellt_am >= :seit AND +v.erstellt_am < :vor GROUP BY v.kunde_id`

/** @throws Refusal invalid for a year to come */
function yearOf(tenant: TenantReader, jahr: number): Year {
  const { vor } = endOfYear(tenant, jahr)
  return { seit: instants(tenant, { von: `${jahr}-01-01` }).seit ?? "", vor }
}

/** @returns a page of articles: what was bought in a year, what is left of it, and what was missing. @throws Refusal invalid */
export function listSchwund(
  tenant: TenantReader,
  jahr: number,
  request: PageRequest & { q?: string },
): PageOf<Artikelschwund> {
  const range = yearOf(tenant, jahr)
  const moved = mapById(tenant.all(movements, range))
  const counted = mapById(tenant.all(gezaehlt, range))
  const lost = mapById(tenant.all(verloren, range))
  const page = listLager(tenant, request)
  const items = page.items.map(({ id, nummer, bezeichnung, bei_kunden, mehr_zurueck, stand }) => {
    const { zugekauft = 0, verkauft = 0, verschrottet = 0 } = moved.get(id) ?? {}
    const { fehlt = 0, zu_viel = 0, fehlt_cent = 0 } = counted.get(id) ?? {}
    return {
      id,
      nummer,
      bezeichnung,
      zugekauft,
      verkauft,
      verschrottet,
      fehlt,
      zu_viel,
      fehlt_cent,
      verloren: lost.get(id)?.menge ?? 0,
      verloren_cent: lost.get(id)?.wert_cent ?? 0,
      auf_dem_hof: stand?.bestand ?? null,
      bei_kunden,
      mehr_zurueck,
    }
  })
  return { ...page, items }
}

const mapById = <R extends { id: string }>(rows: R[]) => new Map(rows.map((row) => [row.id, row]))

/** In days: what is out for longer hardly comes back. */
const OLD = 365

/**
 * @returns a page of customers: what each held at the end of a year, and for longer than a year, and what was booked
 *   as lost in it
 * @throws Refusal invalid
 */
export function listSchwundKunden(
  tenant: TenantReader,
  jahr: number,
  request: PageRequest & { q?: string },
): PageOf<Kunde> {
  const { stichtag } = endOfYear(tenant, jahr)
  const { items, ...rest } = listSaldenWithLedger(tenant, request)
  const ids = JSON.stringify(items.map(({ kunde_id }) => kunde_id))
  const lost = mapById(tenant.all(lostOf, { ...yearOf(tenant, jahr), ids }))
  const kunden = items.map(({ kunde_id, kundennummer, name }) => {
    const held = listAge(tenant, kunde_id, stichtag)
    const old = sumPosten(held.filter(({ tage }) => tage > OLD))
    return {
      id: kunde_id,
      kunde_id,
      kundennummer,
      name,
      ...sumPosten(held),
      alt_menge: old.menge,
      alt_wert_cent: old.wert_cent,
      verloren: lost.get(kunde_id)?.menge ?? 0,
      verloren_cent: lost.get(kunde_id)?.wert_cent ?? 0,
    }
  })
  return { ...rest, items: kunden }
}

/**
 * @param q searched for, as in the list; all articles if left out
 * @returns the articles as a table
 * @throws Refusal invalid, conflict before anything is written
 */
export function writeSchwund(tenant: TenantReader, jahr: number, q?: string): Generator<string> {
  const list = (request: PageRequest) => listSchwund(tenant, jahr, { ...request, ...(q && { q }) })
  return csvOf<Artikelschwund>(
    {
      Artikelnummer: ({ nummer }) => nummer,
      Artikel: ({ bezeichnung }) => bezeichnung,
      Zugekauft: ({ zugekauft }) => zugekauft,
      Verkauft: ({ verkauft }) => verkauft,
      Verschrottet: ({ verschrottet }) => verschrottet,
      Fehlt: ({ fehlt }) => fehlt,
      "Zu viel": ({ zu_viel }) => zu_viel,
      "Fehlt zum Pfand": ({ fehlt_cent }) => new Euro(fehlt_cent),
      "Auf dem Hof": ({ auf_dem_hof }) => auf_dem_hof,
      "Bei Kunden": ({ bei_kunden }) => bei_kunden,
      "Bei Kunden verloren": (one) => one.verloren,
      "Pfand darauf": ({ verloren_cent }) => new Euro(verloren_cent),
    },
    eachPage(list, 200),
  )
}

/**
 * @param q searched for, as in the list; all customers if left out
 * @returns the customers as a table, a page at a time
 * @throws Refusal invalid, conflict before anything is written
 */
export function writeSchwundKunden(tenant: TenantReader, jahr: number, q?: string): Generator<string> {
  const list = (request: PageRequest) => listSchwundKunden(tenant, jahr, { ...request, ...(q && { q }) })
  return csvOf<Kunde>(
    {
      Kundennummer: ({ kundennummer }) => kundennummer,
      Kunde: ({ name }) => name,
      Stück: ({ menge }) => menge,
      Pfand: ({ wert_cent }) => new Euro(wert_cent),
      "Davon über ein Jahr": ({ alt_menge }) => alt_menge,
      "Pfand über ein Jahr": ({ alt_wert_cent }) => new Euro(alt_wert_cent),
      Verloren: (one) => one.verloren,
      "Pfand darauf": ({ verloren_cent }) => new Euro(verloren_cent),
    },
    eachPage(list, 50),
  )
}
