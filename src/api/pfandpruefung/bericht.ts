import type { TenantReader } from "../../db/tenant-db.ts"
import { formatMoment } from "../../lib/format.ts"
import type { Pruefbericht } from "../../print/dokumente/pruefbericht.ts"
import { getFirma } from "../belege/kopf.ts"
import type { Pruefung } from "./model.ts"
import { listPruefungen } from "./stored.ts"

/** Earlier checks that a report names. */
const EARLIER = 24

/** @returns what a check that has just been kept comes to, as it is printed */
export function getPruefbericht(
  tenant: TenantReader,
  pruefung: Pruefung,
  { version, von }: Pick<Pruefbericht, "version" | "von">,
): Pruefbericht {
  const firma = getFirma(tenant)
  const [{ geprueft_am } = { geprueft_am: tenant.now() }, ...earlier] = listPruefungen(tenant, EARLIER + 1)
  const when = (moment: string): string => `${formatMoment(moment, firma.zeitzone)} Uhr`
  return {
    firma,
    erstellt_am: geprueft_am,
    version,
    von,
    geprueft_am: when(geprueft_am),
    pruefung,
    frueher: earlier.map((one) => ({ ...one, geprueft_am: when(one.geprueft_am) })),
  }
}
