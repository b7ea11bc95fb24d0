import { query } from "../../db/query.ts"
import { pfandpruefungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { formatMoment } from "../../lib/format.ts"
import type { Pruefbericht } from "../../print/dokumente/pruefbericht.ts"
import { getFirma } from "../belege/kopf.ts"
import type { Pfandpruefung } from "./model.ts"

type Result = Pick<Row<typeof pfandpruefungen>, "in_ordnung" | "buchungen" | "letzter_hash" | "fehler">

const recent = query<Result & { geprueft_am: string }, { limit: number }>`
  SELECT p.erstellt_am AS geprueft_am, p.in_ordnung, p.buchungen, p.letzter_hash, p.fehler
  FROM ${pfandpruefungen} p ORDER BY p.id DESC LIMIT :limit`

/** @returns results of the last checks, the latest first */
const listPruefungen = (tenant: TenantReader, limit: number) => tenant.all(recent, { limit })

/** Stores the result of a check of the ledger. */
export function createPruefung(
  tenant: TenantDb,
  { fehler, hinweise: _, in_ordnung, ...ergebnis }: Pfandpruefung,
): void {
  tenant.insert(pfandpruefungen, { ...ergebnis, in_ordnung: in_ordnung ? 1 : 0, fehler: fehler.length })
}

/** @returns the result of the last check, or null */
export function findLatestPruefung(tenant: TenantReader) {
  const [pruefung] = listPruefungen(tenant, 1)
  return pruefung ? { ...pruefung, in_ordnung: pruefung.in_ordnung === 1 } : null
}

/** Earlier checks that a report names. */
const EARLIER = 24

/** @returns the report on a check that has just been stored, ready to print */
export function getPruefbericht(
  tenant: TenantReader,
  pruefung: Pfandpruefung,
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
