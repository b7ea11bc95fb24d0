import { query } from "../../db/query.ts"
import { kunden, lieferungen, mitarbeiter, pfandartikel, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

const steps = query<Record<"briefkopf" | "artikel" | "kunde" | "konten" | "lieferung", number>>`
  SELECT
    EXISTS (SELECT 1 FROM ${tenants} t WHERE t.strasse > '' AND t.plz > '' AND t.ort > ''
      AND (t.steuernummer > '' OR t.ust_id > '')) AS briefkopf,
    EXISTS (SELECT 1 FROM ${pfandartikel} a) AS artikel,
    EXISTS (SELECT 1 FROM ${kunden} k) AS kunde,
    (SELECT count(*) FROM (SELECT 1 FROM ${mitarbeiter} m LIMIT 2)) > 1 AS konten,
    EXISTS (SELECT 1 FROM ${lieferungen} l) AS lieferung`

/** @returns what a new company has done already; null when all of it is done */
export function readFirstSteps(tenant: TenantReader) {
  const done = tenant.first(steps, {})
  if (!done || Object.values(done).every((one) => one === 1)) return null
  return {
    briefkopf: done.briefkopf === 1,
    artikel: done.artikel === 1,
    kunde: done.kunde === 1,
    mitarbeiter: done.konten === 1,
    lieferung: done.lieferung === 1,
  }
}
