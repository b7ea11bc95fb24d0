import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, lieferungen, mitarbeiter } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { claimRequest } from "../shared/claim.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { change, requireVersion, writeProtokoll } from "../shared/record.ts"
import { changePositionen, replacePositionen, requireSoll } from "./positionen.ts"
import { getLieferung, type Lieferung, getLieferzeile, statusWords } from "./read.ts"
import type { LieferungPatch, NewLieferung } from "./model.ts"
import { requireStandort } from "../standorte/place.ts"

const lastStopp = query<{ reihenfolge: number }, { datum: string; fahrer_id: string }>`
  SELECT l.reihenfolge FROM ${lieferungen} l WHERE l.datum = :datum AND l.fahrer_id = :fahrer_id
  ORDER BY l.reihenfolge DESC LIMIT 1`

/** Deliveries planned, or called off, per transaction where there are many: a few hundredths of a second. */
export const AT_ONCE = 10

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
 * @throws Refusal missing for a missing customer, place, driver, article or device; conflict; invalid
 */
export function createLieferung(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewLieferung>,
): Created<Lieferung> {
  requireSoll(input.positionen)
  if (!claimRequest(tenant, "lieferungen", input.id, input))
    return new Created(getLieferung(tenant, actor, input.id ?? ""), false)
  const kunde = getActiveKunde(tenant, input.kunde_id)
  requireStandort(tenant, input, kunde.id)
  const { positionen, ...fields } = input
  const planned = { zeit_von: kunde.lieferzeit_von, zeit_bis: kunde.lieferzeit_bis, ...fields }
  requireOrder(planned)
  requireDriver(tenant, fields.fahrer_id)
  const reihenfolge = nextStop(tenant, fields.datum, fields.fahrer_id)
  const zeile = tenant.insert(lieferungen, { ...planned, reihenfolge })
  replacePositionen(tenant, zeile.id, positionen)
  writeProtokoll(tenant, actor, "lieferungen.geplant", lieferungen, undefined, zeile)
  return new Created(getLieferung(tenant, actor, zeile.id), true)
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
    throw conflict(
      `Die Lieferung ${statusWords[before.status]}; geändert wird nur, was geplant ist${before.status === "unterwegs" ? HANDED_OVER : ""}`,
    )
  requireOrder({ ...before, ...patch })
  const fahrer_id = patch.fahrer_id === undefined ? before.fahrer_id : patch.fahrer_id
  const datum = patch.datum ?? before.datum
  const moved = fahrer_id !== before.fahrer_id || datum !== before.datum
  if (moved) requireDriver(tenant, fahrer_id)
  if (patch.standort_id !== before.standort_id) requireStandort(tenant, patch, before.kunde_id)
  const order = moved ? { reihenfolge: nextStop(tenant, datum, fahrer_id) } : {}
  const changed = change(tenant, actor, lieferungen, id, { ...patch, ...order }, ifMatch)
  if (positionen) changePositionen(tenant, actor, changed, positionen)
  return getLieferung(tenant, actor, id)
}

/** What the office does when a driver falls ill on the way. */
const HANDED_OVER = ". Fährt sie jemand anderes weiter: als nicht zugestellt melden, dann neu planen"

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
