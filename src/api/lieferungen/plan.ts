import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  geraete,
  kunden,
  lieferpositionen,
  lieferungen,
  mitarbeiter,
  pfandartikel,
  pfandbestandteile,
} from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, type Fault, invalid, invalidFields, missing } from "../../lib/refusal.ts"
import { claimRequest } from "../shared/once.ts"
import { created, type Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { change, requireVersion, writeProtokoll } from "../shared/record.ts"
import { LONGEST_VORGANG } from "../pfandbuchungen/zeilen.ts"
import {
  getLieferung,
  type Lieferung,
  withPositionen,
  getLieferzeile,
  statusWords,
  type Zeile,
} from "./read.ts"
import type { LieferungPatch, NewLieferung } from "./model.ts"

type Soll = Static<typeof NewLieferung>["positionen"]
type Amounts = Pick<Soll[number], "soll_ausgabe" | "soll_ruecknahme">

const positionsIds = query<{ id: string }, { lieferung_id: string }>`
  SELECT p.id FROM ${lieferpositionen} p WHERE p.lieferung_id = :lieferung_id`

const lastStopp = query<{ reihenfolge: number }, { datum: string; fahrer_id: string }>`
  SELECT l.reihenfolge FROM ${lieferungen} l WHERE l.datum = :datum AND l.fahrer_id = :fahrer_id
  ORDER BY l.reihenfolge DESC LIMIT 1`

/** Most stops of a driver on a day, and of all drivers: more than anybody drives, and as many as a page can hold. */
const STOPPS_PER_TOUR = 300
const STOPPS_PER_DAY = 1500

const stoppsOfTour = query<{ id: string }, { datum: string; fahrer_id: string; most: number }>`
  SELECT l.id FROM ${lieferungen} l WHERE l.datum = :datum AND l.fahrer_id = :fahrer_id LIMIT 1 OFFSET :most`

const stoppsOfDay = query<{ id: string }, { datum: string; most: number }>`
  SELECT l.id FROM ${lieferungen} l WHERE l.datum = :datum LIMIT 1 OFFSET :most`

/**
 * Plans a delivery; the customer's delivery times apply unless others are given.
 *
 * @returns the delivery, and whether this request made it
 * @throws Refusal missing for a missing customer, driver, article or device; conflict; invalid
 */
export function createLieferung(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewLieferung>,
): Created<Lieferung> {
  requireSoll(input.positionen)
  if (!claimRequest(tenant, "lieferungen", input.id, input))
    return created(getLieferung(tenant, actor, input.id ?? ""), false)
  const kunde = getActiveKunde(tenant, input.kunde_id)
  const { positionen, ...fields } = input
  const planned = { zeit_von: kunde.lieferzeit_von, zeit_bis: kunde.lieferzeit_bis, ...fields }
  requireOrder(planned)
  requireDriver(tenant, fields.fahrer_id)
  const reihenfolge = nextStop(tenant, fields.datum, fields.fahrer_id)
  const zeile = tenant.insert(lieferungen, { ...planned, reihenfolge })
  replacePositionen(tenant, zeile.id, positionen)
  writeProtokoll(tenant, actor, "lieferungen.geplant", lieferungen, undefined, zeile)
  return created(getLieferung(tenant, actor, zeile.id), true)
}

/** @throws Refusal missing, conflict when it is no longer planned, stale; invalid */
export function changeLieferung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { positionen, ...patch }: Static<typeof LieferungPatch>,
  ifMatch: number | undefined,
): Lieferung {
  if (positionen) requireSoll(positionen)
  const before = getLieferzeile(tenant, actor, id)
  requireVersion(before, ifMatch)
  if (before.status !== "geplant")
    throw conflict(`Die Lieferung ${statusWords[before.status]}; geändert wird nur, was geplant ist`)
  requireOrder({ ...before, ...patch })
  const fahrer_id = patch.fahrer_id === undefined ? before.fahrer_id : patch.fahrer_id
  const datum = patch.datum ?? before.datum
  const moved = fahrer_id !== before.fahrer_id || datum !== before.datum
  if (moved) requireDriver(tenant, fahrer_id)
  const order = moved ? { reihenfolge: nextStop(tenant, datum, fahrer_id) } : {}
  const changed = change(tenant, actor, lieferungen, id, { ...patch, ...order }, ifMatch)
  if (positionen) changePositionen(tenant, actor, changed, positionen)
  return getLieferung(tenant, actor, id)
}

/** Replaces positions; nothing is changed or logged where they are as they were: pages send them with every change. */
function changePositionen(tenant: TenantDb, actor: Actor, before: Zeile, positionen: Soll): void {
  const stored = withPositionen(tenant, [before]).flatMap((lieferung) => lieferung.positionen)
  if (JSON.stringify(stored.map(planned)) === JSON.stringify(positionen.map(planned))) return
  const earlier = positionenInWords(tenant, before)
  replacePositionen(tenant, before.id, positionen)
  const later = positionenInWords(tenant, before)
  const after = tenant.update(lieferungen, before.id, {})
  const parts: Record<string, [string, string]> = later === earlier ? {} : { positionen: [earlier, later] }
  writeProtokoll(tenant, actor, "lieferungen.positionen_geaendert", lieferungen, before, after, parts)
}

/** Thing and amounts of a position, to compare two of them. */
const planned = (one: { pfandartikel_id?: string | null; geraet_id?: string | null } & Amounts) => [
  one.pfandartikel_id ?? null,
  one.geraet_id ?? null,
  one.soll_ausgabe ?? 0,
  one.soll_ruecknahme ?? 0,
]

/** For the log: "2 × BIER, 1 × FASS zurück". */
const positionenInWords = (tenant: TenantDb, lieferung: Zeile): string =>
  withPositionen(tenant, [lieferung])
    .flatMap(({ positionen }) => positionen)
    .flatMap(({ nummer, soll_ausgabe, soll_ruecknahme }) => [
      ...(soll_ausgabe > 0 ? [`${soll_ausgabe} × ${nummer}`] : []),
      ...(soll_ruecknahme > 0 ? [`${soll_ruecknahme} × ${nummer} zurück`] : []),
    ])
    .join(", ")

/** @throws Refusal conflict when there is no room for one more stop on that day, or in that driver's tour */
export function requireRoom(tenant: TenantDb, datum: string, fahrer_id: string | null | undefined): void {
  if (tenant.first(stoppsOfDay, { datum, most: STOPPS_PER_DAY - 1 }))
    throw conflict(`Ein Tag hat höchstens ${STOPPS_PER_DAY} Lieferungen`)
  if (fahrer_id && tenant.first(stoppsOfTour, { datum, fahrer_id, most: STOPPS_PER_TOUR - 1 }))
    throw conflict(`Eine Tour hat höchstens ${STOPPS_PER_TOUR} Stopps`)
}

/** @returns the position after the driver's last stop of that day. @throws Refusal conflict when there is no room */
export function nextStop(tenant: TenantDb, datum: string, fahrer_id: string | null | undefined): number {
  requireRoom(tenant, datum, fahrer_id)
  if (!fahrer_id) return 0
  return (tenant.first(lastStopp, { datum, fahrer_id })?.reihenfolge ?? 0) + 1
}

/** @throws Refusal missing, conflict */
export function getActiveKunde(tenant: TenantDb, id: string): Row<typeof kunden> {
  const kunde = tenant.get(kunden, id, "Kunde nicht gefunden")
  if (kunde.aktiv !== 1) throw conflict("Der Kunde ist nicht mehr aktiv")
  return kunde
}

/** Any active account may be the driver: in a small company the office drives, too. */
export function requireDriver(tenant: TenantDb, fahrer_id: string | null | undefined): void {
  if (!fahrer_id) return
  if (tenant.get(mitarbeiter, fahrer_id, "Fahrer nicht gefunden").aktiv !== 1)
    throw conflict("Der Fahrer ist nicht mehr aktiv")
}

type Times = { zeit_von?: string | null; zeit_bis?: string | null }

/** @throws Refusal invalid for a time that ends before it begins */
export function requireOrder({ zeit_von, zeit_bis }: Times): void {
  if (zeit_von && zeit_bis && zeit_von > zeit_bis) throw invalid("zeit_bis", "liegt vor zeit_von")
}

type Naming = { pfandartikel_id?: string | null; geraet_id?: string | null }

/**
 * Every position names exactly one thing, none is named twice, and of a device there is one.
 *
 * @param stueck how many pieces a position moves
 * @param keyOf tells by what positions are the same
 * @throws Refusal invalid with all faults
 */
export function requirePositionen<P extends Naming>(
  positionen: P[],
  stueck: (position: P) => number,
  keyOf = ({ pfandartikel_id, geraet_id }: P): string => pfandartikel_id ?? geraet_id ?? "",
): void {
  const seen = new Set<string>()
  const fault = (position: P): string | undefined => {
    const { pfandartikel_id, geraet_id } = position
    if (!pfandartikel_id === !geraet_id) return "nennt genau eines von pfandartikel_id und geraet_id"
    const key = keyOf(position)
    if (seen.has(key)) return "steht schon in einer anderen Position"
    seen.add(key)
    return geraet_id && stueck(position) > 1 ? "ein Gerät gibt es nur einmal" : undefined
  }
  const errors = positionen.flatMap((position, i): Fault[] => {
    const msg = fault(position)
    return msg === undefined ? [] : [{ location: "body", path: `positionen[${i}]`, msg }]
  })
  if (errors.length > 0) throw invalidFields(errors)
}

const known = query<{ articles: number; devices: number }, { artikel_ids: string; geraet_ids: string }>`
  SELECT
    (SELECT count(*) FROM json_each(:artikel_ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value) AS articles,
    (SELECT count(*) FROM json_each(:geraet_ids) j CROSS JOIN ${geraete} g ON g.id = j.value) AS devices`

/** @throws Refusal missing for an article or a device that is not there */
export function requireKnown(tenant: TenantReader, named: readonly Naming[]): void {
  if (named.length === 0) return
  const articles = named.flatMap(({ pfandartikel_id }) => pfandartikel_id || [])
  const devices = named.flatMap(({ geraet_id }) => geraet_id || [])
  const ids = { artikel_ids: JSON.stringify(articles), geraet_ids: JSON.stringify(devices) }
  const found = tenant.first(known, ids)
  if (found?.articles !== articles.length) throw missing("Pfandartikel nicht gefunden")
  if (found.devices !== devices.length) throw missing("Gerät nicht gefunden")
}

const requireSoll = (positionen: Soll): void =>
  requirePositionen(positionen, ({ soll_ausgabe = 0, soll_ruecknahme = 0 }) => soll_ausgabe + soll_ruecknahme)

const parts = query<{ n: number }, { gebinde_id: string }>`
  SELECT count(*) AS n FROM ${pfandbestandteile} b WHERE b.gebinde_id = :gebinde_id`

/** Refuses a plan that one Vorgang could not book: at the customer's door it is too late to split it. */
function requireFew(tenant: TenantDb, positionen: Soll): void {
  const zeilen = positionen.map(({ pfandartikel_id: gebinde_id }) =>
    gebinde_id ? Math.max(1, tenant.first(parts, { gebinde_id })?.n ?? 0) : 1,
  )
  if (2 * zeilen.reduce((sum, n) => sum + n, 0) <= LONGEST_VORGANG) return
  throw invalid("positionen", "zu viele für eine Lieferung; bitte auf zwei aufteilen")
}

function replacePositionen(tenant: TenantDb, lieferung_id: string, positionen: Soll): void {
  requireFew(tenant, positionen)
  for (const { id } of tenant.all(positionsIds, { lieferung_id })) tenant.delete(lieferpositionen, id)
  for (const soll of positionen) requireAvailable(tenant, soll)
  tenant.insertAll(
    lieferpositionen,
    positionen.map((soll, position) => ({ lieferung_id, position, ...soll })),
  )
}

/** Articles and devices out of use cannot be planned to go out, only to come back. */
function requireAvailable(
  tenant: TenantDb,
  { pfandartikel_id, geraet_id, soll_ausgabe = 0 }: Soll[number],
): void {
  if (pfandartikel_id) {
    const { aktiv, nummer } = tenant.get(pfandartikel, pfandartikel_id, "Pfandartikel nicht gefunden")
    if (aktiv !== 1 && soll_ausgabe > 0) throw conflict(`Der Artikel ${nummer} ist nicht mehr im Umlauf`)
  }
  if (geraet_id) {
    const { status, geraetenummer } = tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
    if (status === "ausgemustert" && soll_ausgabe > 0)
      throw conflict(`Das Gerät ${geraetenummer} ist ausgemustert`)
  }
}
