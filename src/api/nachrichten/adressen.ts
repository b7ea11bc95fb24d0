import { GONE } from "../shared/kundenkopf.ts"
import { query } from "../../db/query.ts"
import { kunden } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { splitAddresses } from "../../lib/fields.ts"
import type { Versandart } from "../../lib/versandtexte.ts"

type Kunde = Pick<
  Row<typeof kunden>,
  | "id"
  | "kundennummer"
  | "name"
  | "strasse"
  | "plz"
  | "ort"
  | "versandweg"
  | "email"
  | "rechnungs_email"
  | "abrechnung_an"
  | "briefe_an"
  | "lieferschein_an"
>

const byId = query<Kunde, { kunde_id: string }>`
  SELECT k.id, k.kundennummer, k.name, k.strasse, k.plz, k.ort, k.versandweg, k.email, k.rechnungs_email,
    k.abrechnung_an, k.briefe_an, k.lieferschein_an
  FROM ${kunden} k WHERE k.id = :kunde_id`

/** @throws Refusal missing */
export const getAnschrift = (tenant: TenantReader, kunde_id: string): Kunde =>
  tenant.getFirst(byId, { kunde_id }, GONE)

/** @returns where a customer wants documents of a kind; none when no address is known */
export function adressenFor(kunde: Kunde, art: Versandart): string[] {
  const own = {
    abrechnung: kunde.abrechnung_an ?? kunde.rechnungs_email,
    lieferschein: kunde.lieferschein_an,
    kontoauszug: kunde.briefe_an,
    saldenbestaetigung: kunde.briefe_an,
    erinnerung: kunde.briefe_an,
  } satisfies Record<Versandart, string | null>
  return [...new Set(splitAddresses(own[art] ?? kunde.email ?? ""))]
}

/** @returns where an e-mail with a document goes when nobody says otherwise. @throws Refusal missing */
export const adressenOf = (
  tenant: TenantReader,
  { kunde_id = null, art }: { kunde_id?: string | null; art: Versandart },
): string[] => (kunde_id === null ? [] : adressenFor(getAnschrift(tenant, kunde_id), art))

/** @returns a customer's name and number, and how and where settlements reach them today. @throws Refusal missing */
export function empfangOf(tenant: TenantReader, kunde_id: string) {
  const kunde = getAnschrift(tenant, kunde_id)
  const { kundennummer, name: kunde_name, versandweg } = kunde
  return { kundennummer, kunde_name, versandweg, versand_an: adressenFor(kunde, "abrechnung") }
}
