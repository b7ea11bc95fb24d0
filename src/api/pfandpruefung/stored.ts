import { query } from "../../db/query.ts"
import { pfandpruefungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import type { Pruefung } from "./model.ts"

type Result = Pick<Row<typeof pfandpruefungen>, "in_ordnung" | "buchungen" | "letzter_hash" | "fehler">

const latest = query<Result & { geprueft_am: string }>`
  SELECT p.erstellt_am AS geprueft_am, p.in_ordnung, p.buchungen, p.letzter_hash, p.fehler
  FROM ${pfandpruefungen} p ORDER BY p.id DESC LIMIT 1`

const recent = query<Result & { geprueft_am: string }, { limit: number }>`
  SELECT p.erstellt_am AS geprueft_am, p.in_ordnung, p.buchungen, p.letzter_hash, p.fehler
  FROM ${pfandpruefungen} p ORDER BY p.id DESC LIMIT :limit`

/** @returns results of the last checks, the latest first */
export const listPruefungen = (tenant: TenantReader, limit: number) => tenant.all(recent, { limit })

/** Stores the result of a check of the ledger. */
export function createPruefung(
  tenant: TenantDb,
  { fehler, hinweise: _, in_ordnung, ...ergebnis }: Pruefung,
): void {
  tenant.insert(pfandpruefungen, { ...ergebnis, in_ordnung: in_ordnung ? 1 : 0, fehler: fehler.length })
}

/** @returns the result of the last check, or null */
export function findLatestPruefung(tenant: TenantReader) {
  const pruefung = tenant.first(latest, {})
  return pruefung ? { ...pruefung, in_ordnung: pruefung.in_ordnung === 1 } : null
}
