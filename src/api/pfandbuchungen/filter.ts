import { query } from "../../db/query.ts"
import { pfandverlauf } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { PageOf, PageRequest } from "../page.ts"
import { instants } from "../time.ts"
import type { Buchung } from "./kette.ts"
import { buchungen } from "./rules.ts"

const erste = query<{ nr: number | null }, { tag: string }>`
  SELECT min(v.erste_nr) AS nr FROM ${pfandverlauf} v WHERE v.tag >= :tag`

const letzte = query<{ nr: number | null }, { tag: string }>`
  SELECT max(v.letzte_nr) AS nr FROM ${pfandverlauf} v WHERE v.tag <= :tag`

type Request = PageRequest & { art?: Buchung["art"]; von?: string; bis?: string }

/**
 * Lists the ledger. The daily totals know the numbers of a period's bookings, so filtering by time needs no
 * index of its own.
 */
export function listBuchungen(tenant: TenantDb, { art, von, bis, ...page }: Request): PageOf<Buchung> {
  const { seit, vor } = instants(tenant, { von, bis })
  return buchungen.page(tenant, {
    ...page,
    ...(art !== undefined && { [art]: 1 }),
    ...(seit !== undefined && { seit, ab_nr: tenant.first(erste, { tag: tagVon(seit) })?.nr ?? NIE }),
    ...(vor !== undefined && { vor, bis_nr: tenant.first(letzte, { tag: tagVon(vor) })?.nr ?? 0 }),
  })
}

/** A number that no booking has. */
const NIE = Number.MAX_SAFE_INTEGER

const tagVon = (zeitpunkt: string): string => zeitpunkt.slice(0, 10)
