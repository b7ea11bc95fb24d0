import { mitarbeiter } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { type Importart, importe } from "../../lib/importarten.ts"
import { admins, office, type Rolle } from "./session.ts"

/** @returns the roles that may take over tables of a kind, by a request and by a job */
export const importRoles = (art: Importart): readonly Rolle[] => (importe[art].admins ? admins : office)

type Order = { art: string; angaben: string }

/** @returns the roles that may order a job and see it */
export function rolesOf({ art, angaben }: Order): readonly Rolle[] {
  if (art === "firmenexport") return admins
  if (art !== "import") return office
  return importRoles((JSON.parse(angaben) as { art: Importart }).art)
}

/**
 * Whether the account that ordered a job still may do so when it is done. The operator's account belongs to no company.
 *
 * @param isOperator whether this is an active account of the operator
 */
export function mayStill(
  tenant: TenantReader,
  auftrag: Order & { erstellt_von: string },
  isOperator: (id: string) => boolean,
): boolean {
  const account = tenant.find(mitarbeiter, auftrag.erstellt_von)
  if (!account) return isOperator(auftrag.erstellt_von)
  return account.aktiv === 1 && rolesOf(auftrag).includes(account.rolle)
}
