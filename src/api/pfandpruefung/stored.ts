import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { pfandpruefungen } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import type { PruefungReply } from "./model.ts"

type Gemerkt = {
  geprueft_am: string
  in_ordnung: number
  buchungen: number
  letzter_hash: string | null
  fehler: number
}

const latest = query<Gemerkt>`
  SELECT p.erstellt_am AS geprueft_am, p.in_ordnung, p.buchungen, p.letzter_hash, p.fehler
  FROM ${pfandpruefungen} p ORDER BY p.id DESC LIMIT 1`

/** Stores the result of a check of the ledger. */
export function createPruefung(tenant: TenantDb, ergebnis: Static<typeof PruefungReply>): void {
  const { in_ordnung, buchungen, letzter_hash, fehler } = ergebnis
  tenant.insert(pfandpruefungen, {
    in_ordnung: in_ordnung ? 1 : 0,
    buchungen,
    letzter_hash,
    fehler: fehler.length,
  })
}

/** @returns the result of the last check, or null */
export function findLatestPruefung(tenant: TenantReader) {
  const pruefung = tenant.first(latest, {})
  return pruefung ? { ...pruefung, in_ordnung: pruefung.in_ordnung === 1 } : null
}
