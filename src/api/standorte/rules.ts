import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, geraete_bewegungen, lieferungen, standorte } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { standortfelder } from "../../lib/felder/standort.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Created } from "../frame/reply.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { List } from "../shared/list.ts"
import type { Author } from "../shared/record.ts"
import { changeRecord, createRecord, deleteRecord, resource } from "../shared/resource.ts"
import type { NewStandort, StandortPatch } from "./model.ts"

/** Places of a customer that things are delivered to; the customer's own address is none of them. */

export type Standort = Row<typeof standorte>

export const GONE = "Standort nicht gefunden"

const records = resource({
  table: standorte,
  fields: standortfelder,
  within: "kunde_id",
  gone: GONE,
  inUse: "Zu diesem Standort gibt es Lieferungen oder Geräte; bitte stattdessen deaktivieren",
})

export const standorteList = new List<Standort>({
  table: standorte,
  columns: ["*"],
  sorts: { name: "name", "-name": "-name" },
  equal: ["kunde_id", "aktiv"],
  few: ["kunde_id"],
})

/** @throws Refusal missing */
export const getStandort = (tenant: TenantReader, id: string): Standort => tenant.get(standorte, id, GONE)

/** @throws Refusal missing for a missing customer; conflict when the name or the id is taken */
export const createStandort = (
  tenant: TenantDb,
  author: Author,
  input: Static<typeof NewStandort>,
): Created<Standort> =>
  createRecord(tenant, author, records, input, () => {
    getKundenkopf(tenant, input.kunde_id)
    return input
  })

/** @throws Refusal missing, conflict, stale */
export const changeStandort = (
  tenant: TenantDb,
  author: Author,
  id: string,
  patch: Static<typeof StandortPatch>,
  ifMatch: number | undefined,
): Standort => changeRecord(tenant, author, records, id, patch, ifMatch)

/** @throws Refusal missing, stale; conflict when there are deliveries to it, or devices are or were there */
export const deleteStandort = (
  tenant: TenantDb,
  author: Author,
  id: string,
  ifMatch: number | undefined,
): void =>
  deleteRecord(tenant, author, records, id, ifMatch, () => {
    if (tenant.first(used, { id })) throw conflict(records.inUse)
  })

const used = query<{ n: number }, { id: string }>`
  SELECT 1 AS n FROM ${lieferungen} l WHERE l.standort_id = :id
  UNION ALL SELECT 1 FROM ${geraete} g WHERE g.standort_id = :id
  UNION ALL SELECT 1 FROM ${geraete_bewegungen} w WHERE w.standort_id = :id LIMIT 1`
