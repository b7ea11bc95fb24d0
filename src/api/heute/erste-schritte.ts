import { query } from "../../db/query.ts"
import { kunden, lieferungen, mitarbeiter, pfandartikel, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

const schritte = query<Record<"briefkopf" | "artikel" | "kunde" | "konten" | "lieferung", number>>`
  SELECT
    EXISTS (SELECT 1 FROM ${tenants} t WHERE t.strasse > '' AND t.plz > '' AND t.ort > ''
      AND (t.steuernummer > '' OR t.ust_id > '')) AS briefkopf,
    EXISTS (SELECT 1 FROM ${pfandartikel} a) AS artikel,
    EXISTS (SELECT 1 FROM ${kunden} k) AS kunde,
    (SELECT count(*) FROM (SELECT 1 FROM ${mitarbeiter} m LIMIT 2)) > 1 AS konten,
    EXISTS (SELECT 1 FROM ${lieferungen} l) AS lieferung`

/** @returns what a new company has done already; null when all of it is done */
export function ersteSchritte(tenant: TenantReader) {
  const getan = tenant.first(schritte, {})
  if (!getan || Object.values(getan).every((one) => one === 1)) return null
  return {
    briefkopf: getan.briefkopf === 1,
    artikel: getan.artikel === 1,
    kunde: getan.kunde === 1,
    mitarbeiter: getan.konten === 1,
    lieferung: getan.lieferung === 1,
  }
}
