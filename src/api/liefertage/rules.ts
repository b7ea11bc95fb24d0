import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { liefertage, liefertagpositionen, liefertagwochen, pfandartikel } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { liefertagfelder } from "../../lib/felder/liefertag.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { Created } from "../frame/reply.ts"
import { getActiveKunde, requireDriver, requireOrder } from "../lieferungen/plan.ts"
import { positionenInWords, requirePositionen } from "../lieferungen/positionen.ts"
import { List } from "../shared/list.ts"
import { withKundeName, withPersonNames } from "../shared/names.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import { changeRecord, createRecord, deleteRecord, resource } from "../shared/resource.ts"
import { localTime } from "../shared/time.ts"
import type { LiefertagPatch, LiefertagReply, NewLiefertag } from "./model.ts"
import { nextProposed } from "./rhythmus.ts"

export type Liefertagzeile = Row<typeof liefertage>
type Liefertag = Static<typeof LiefertagReply>
type Given = NonNullable<Static<typeof NewLiefertag>["positionen"]>
type Liefertagposition = Liefertag["positionen"][number]

export const GONE = "Liefertag nicht gefunden"

/** Most regular days of one customer: each weekday, twice. */
const PER_KUNDE = 14

const kind = resource({
  table: liefertage,
  fields: liefertagfelder,
  gone: GONE,
  inUse: "Zu diesem Liefertag gibt es noch Lieferungen",
})

export const liefertageList = new List<Liefertagzeile>({
  table: liefertage,
  columns: ["*"],
  sorts: { id: "id" },
  equal: ["kunde_id", "id"],
})

const positionenOf = query<Liefertagposition & { liefertag_id: string; aktiv: number }, { ids: string }>`
  SELECT p.liefertag_id, p.pfandartikel_id, a.nummer, a.bezeichnung, p.soll_ausgabe, p.soll_ruecknahme, a.aktiv
  FROM json_each(:ids) j
  CROSS JOIN ${liefertagpositionen} p ON p.liefertag_id = j.value
  CROSS JOIN ${pfandartikel} a ON a.id = p.pfandartikel_id
  ORDER BY p.liefertag_id, p.position`

const positionIds = query<{ id: string }, { liefertag_id: string }>`
  SELECT p.id FROM ${liefertagpositionen} p WHERE p.liefertag_id = :liefertag_id`

const others = query<{ n: number }, { kunde_id: string }>`
  SELECT count(*) AS n FROM ${liefertage} l WHERE l.kunde_id = :kunde_id`

const plannedFrom = query<{ id: string }, { lieferung_id: string }>`
  SELECT w.liefertag_id AS id FROM ${liefertagwochen} w
  WHERE w.lieferung_id = :lieferung_id LIMIT 1`

/** @param request.lieferung_id only the regular day that this delivery was planned from */
export function listLiefertage(
  tenant: TenantReader,
  { lieferung_id, ...request }: PageRequest & { lieferung_id?: string },
): PageOf<Liefertag> {
  const planned = lieferung_id === undefined ? undefined : tenant.first(plannedFrom, { lieferung_id })
  // No regular day has the id of a delivery.
  const only = lieferung_id === undefined ? {} : { id: planned?.id ?? lieferung_id }
  const page = liefertageList.page(tenant, { ...request, ...only })
  return { ...page, items: toLiefertage(tenant, page.items) }
}

/** @throws Refusal missing */
export const getLiefertag = (tenant: TenantReader, id: string): Liefertag =>
  toLiefertage(tenant, [tenant.get(liefertage, id, GONE)])[0] as Liefertag

/** @returns the articles of these regular days, by the day's id, with whether each article is still in use */
export function positionenById(tenant: TenantReader, ids: string[]) {
  const found = ids.length > 0 ? tenant.all(positionenOf, { ids: JSON.stringify(ids) }) : []
  return Map.groupBy(found, ({ liefertag_id }) => liefertag_id)
}

function toLiefertage(tenant: TenantReader, zeilen: Liefertagzeile[]): Liefertag[] {
  const positionen = positionenById(
    tenant,
    zeilen.map(({ id }) => id),
  )
  const { datum: today } = localTime(tenant)
  return withKundeName(tenant, withPersonNames(tenant, zeilen, "fahrer_id")).map((zeile) => ({
    ...zeile,
    naechster: nextProposed(tenant, zeile, today),
    positionen: (positionen.get(zeile.id) ?? []).map(({ liefertag_id: _, aktiv: __, ...shown }) => shown),
  }))
}

/**
 * @returns the regular day, and whether this request made it
 * @throws Refusal missing for a customer, driver or article that is not there; conflict; invalid
 */
export function createLiefertag(
  tenant: TenantDb,
  author: Author,
  input: Static<typeof NewLiefertag>,
): Created<Liefertag> {
  const { positionen = [], ...fields } = input
  requireGiven(fields, positionen)
  const { record, first } = createRecord(tenant, author, kind, input, () => {
    getActiveKunde(tenant, fields.kunde_id)
    requireDriver(tenant, fields.fahrer_id)
    requireRoom(tenant, fields.kunde_id)
    return fields
  })
  if (first) insertPositionen(tenant, record.id, positionen)
  return new Created(getLiefertag(tenant, record.id), first)
}

/** Weeks that are planned already stay as they are. @throws Refusal missing, stale; conflict; invalid */
export function changeLiefertag(
  tenant: TenantDb,
  author: Author,
  id: string,
  { positionen, ...patch }: Static<typeof LiefertagPatch>,
  ifMatch: number | undefined,
): Liefertag {
  const changed = changeRecord(
    tenant,
    author,
    kind,
    id,
    (before) => {
      requireGiven({ ...before, ...patch }, positionen ?? [])
      if (patch.fahrer_id !== before.fahrer_id) requireDriver(tenant, patch.fahrer_id)
      return patch
    },
    ifMatch,
  )
  if (positionen) changePositionen(tenant, author, changed, positionen)
  return getLiefertag(tenant, id)
}

/** Deliveries that were planned from it stay. @throws Refusal missing, stale */
export const deleteLiefertag = (
  tenant: TenantDb,
  author: Author,
  id: string,
  ifMatch: number | undefined,
): void => deleteRecord(tenant, author, kind, id, ifMatch)

function requireRoom(tenant: TenantDb, kunde_id: string): void {
  const { n = 0 } = tenant.first(others, { kunde_id }) ?? {}
  if (n >= PER_KUNDE) throw conflict(`Der Kunde hat schon ${PER_KUNDE} Liefertage`)
}

type Days = { ab?: string; bis?: string | null; zeit_von?: string | null; zeit_bis?: string | null }

function requireGiven(fields: Days, positionen: Given): void {
  requireOrder(fields)
  if (fields.bis && fields.ab && fields.bis < fields.ab) throw invalid("bis", "liegt vor ab")
  requirePositionen(positionen, () => 0)
}

function changePositionen(tenant: TenantDb, author: Author, zeile: Liefertagzeile, given: Given): void {
  const earlier = positionenInWords(getLiefertag(tenant, zeile.id).positionen)
  for (const { id } of tenant.all(positionIds, { liefertag_id: zeile.id }))
    tenant.delete(liefertagpositionen, id)
  insertPositionen(tenant, zeile.id, given)
  const later = positionenInWords(getLiefertag(tenant, zeile.id).positionen)
  if (earlier === later) return
  const after = tenant.update(liefertage, zeile.id, {})
  writeProtokoll(tenant, author, "liefertage.positionen_geaendert", liefertage, zeile, after, {
    positionen: [earlier, later],
  })
}

function insertPositionen(tenant: TenantDb, liefertag_id: string, given: Given): void {
  for (const { pfandartikel_id } of given)
    tenant.get(pfandartikel, pfandartikel_id, "Pfandartikel nicht gefunden")
  tenant.insertAll(
    liefertagpositionen,
    given.map((one, position) => ({ liefertag_id, position, ...one })),
  )
}
