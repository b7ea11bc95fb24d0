import { query } from "../../db/query.ts"
import { regelungsstaende, type tenants } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"

/** Whether a company was Kleinunternehmer, and how it reckoned VAT, as it was at an instant; as artikelstand.ts. */

type Regelungsstand = Pick<Row<typeof tenants>, "kleinunternehmer" | "ust_verfahren">

const former = query<Regelungsstand, { moment: string }>`
  SELECT s.kleinunternehmer, s.ust_verfahren FROM ${regelungsstaende} s
  WHERE s.gueltig_bis > :moment ORDER BY s.gueltig_bis, s.id LIMIT 1`

/** @param today the company as it is now @param moment ISO 8601 UTC @returns how it was then */
export function getRegelungAt(tenant: TenantReader, today: Regelungsstand, moment: string): Regelungsstand {
  const { kleinunternehmer, ust_verfahren } = tenant.first(former, { moment }) ?? today
  return { kleinunternehmer, ust_verfahren }
}

/** Keeps how VAT is reckoned as it is until now; before it is changed. */
export function keepRegelung(tenant: TenantDb, { kleinunternehmer, ust_verfahren }: Regelungsstand): void {
  tenant.insert(regelungsstaende, { gueltig_bis: tenant.now(), kleinunternehmer, ust_verfahren })
}
