import { query } from "../../db/query.ts"
import { kunden } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"

export const GONE = "Kunde nicht gefunden"

const kopf = query<Pick<Row<typeof kunden>, "kundennummer" | "name" | "aktiv">, { id: string }>`
  SELECT k.kundennummer, k.name, k.aktiv FROM ${kunden} k WHERE k.id = :id`

/** @returns the few fields that others need of a customer. @throws Refusal missing */
export const getKundenkopf = (tenant: TenantReader, id: string) => tenant.getFirst(kopf, { id }, GONE)
