import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandverlauf } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { looksThrough, lookThrough } from "./look-through.ts"
import { byId, withKundeName, withPersonNames, withPosten } from "../shared/names.ts"
import { instants } from "../shared/time.ts"
import type { Buchung } from "./kette.ts"
import type { BuchungEintrag } from "./model.ts"
import { buchungen } from "./rules.ts"

const first = query<{ nr: number | null }, { tag: string }>`
  SELECT min(v.erste_nr) AS nr FROM ${pfandverlauf} v WHERE v.tag >= :tag`

const last = query<{ nr: number | null }, { tag: string }>`
  SELECT max(v.letzte_nr) AS nr FROM ${pfandverlauf} v WHERE v.tag <= :tag`

type Eintrag = Static<typeof BuchungEintrag>
type Request = PageRequest & {
  kunde_id?: string
  pfandartikel_id?: string
  gebucht_von?: string
  art?: Buchung["art"]
  von?: string
  bis?: string
}

/**
 * Lists the ledger. The daily totals know the numbers of a period's bookings, so filtering by time needs no
 * index of its own.
 */
export function listBuchungen(tenant: TenantReader, { art, von, bis, ...request }: Request): PageOf<Eintrag> {
  const { seit, vor } = instants(tenant, { von, bis })
  const wanted = {
    ...request,
    ...(art !== undefined && { [art]: 1 }),
    ...(seit !== undefined && { seit, ab_nr: tenant.first(first, { tag: tagVon(seit) })?.nr ?? NIE }),
    ...(vor !== undefined && { vor, bis_nr: tenant.first(last, { tag: tagVon(vor) })?.nr ?? 0 }),
  }
  const page = looksThrough({ ...request, art })
    ? lookThrough(tenant, wanted, () => tenant.first(last, { tag: IMMER })?.nr ?? 0)
    : buchungen.page(tenant, wanted)
  return { ...page, items: withNames(tenant, page.items) }
}

type Gegen = { id: string; vorgang_id: string }

const stornos = query<Gegen, { ids: string }>`
  SELECT s.storno_von AS id, s.vorgang_id
  FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} s ON s.storno_von = j.value`

const aufgehobene = query<Gegen, { ids: string }>`
  SELECT b.id, b.vorgang_id FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} b ON b.id = j.value`

function withNames(tenant: TenantReader, zeilen: Buchung[]): Eintrag[] {
  const durch = byId(tenant, stornos, zeilen, ({ id }) => id)
  const von = byId(tenant, aufgehobene, zeilen, ({ storno_von }) => storno_von)
  const named = withPersonNames(tenant, withPosten(tenant, withKundeName(tenant, zeilen)), "gebucht_von")
  return named.map((zeile) => ({
    ...zeile,
    storniert: durch.has(zeile.id),
    gegen_vorgang_id: (durch.get(zeile.id) ?? von.get(zeile.storno_von ?? ""))?.vorgang_id ?? null,
  }))
}

/** A number that no booking has. */
const NIE = Number.MAX_SAFE_INTEGER

/** Later than any day. */
const IMMER = "9999-99-99"

const tagVon = (zeitpunkt: string): string => zeitpunkt.slice(0, 10)
