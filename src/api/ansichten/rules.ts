import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { ansichten } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { ansichtfelder } from "../../lib/felder/ansicht.ts"
import { conflict, forbidden, missing } from "../../lib/refusal.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { changeRecord, createRecord, deleteRecord, resource } from "../shared/resource.ts"
import type { AnsichtPatch, AnsichtReply, NewAnsicht } from "./model.ts"

type Ansichtszeile = Row<typeof ansichten>
type Ansicht = Static<typeof AnsichtReply>

export const GONE = "Ansicht nicht gefunden"

/** Views of a list that a person has, and as many that all have. */
const MOST = 20

const kind = resource({
  table: ansichten,
  fields: ansichtfelder,
  gone: GONE,
  inUse: "Die Ansicht wird noch gebraucht",
})

const own = query<Ansichtszeile, { liste: string; mitarbeiter_id: string; most: number }>`
  SELECT a.* FROM ${ansichten} a WHERE a.liste = :liste AND a.mitarbeiter_id = :mitarbeiter_id
  ORDER BY a.name LIMIT :most`
const shared = query<Ansichtszeile, { liste: string; most: number }>`
  SELECT a.* FROM ${ansichten} a WHERE a.liste = :liste AND a.mitarbeiter_id IS NULL ORDER BY a.name LIMIT :most`

/** As many as people keep; some lists have two. */
const MOST_OF_ALL = 500
const ownOfAll = query<Ansichtszeile, { mitarbeiter_id: string; most: number }>`
  SELECT a.* FROM ${ansichten} a WHERE a.mitarbeiter_id = :mitarbeiter_id LIMIT :most`
const sharedOfAll = query<Ansichtszeile, { most: number }>`
  SELECT a.* FROM ${ansichten} a WHERE a.mitarbeiter_id IS NULL LIMIT :most`

const shown = ({ spalten, mitarbeiter_id, ...zeile }: Ansichtszeile): Ansicht => ({
  ...zeile,
  spalten: spalten.split(" ").filter(Boolean),
  fuer_alle: mitarbeiter_id === null ? 1 : 0,
})

const readAll = (tenant: TenantReader, { id }: Actor, liste: string): Ansichtszeile[] => [
  ...tenant.all(own, { liste, mitarbeiter_id: id, most: MOST }),
  ...tenant.all(shared, { liste, most: MOST }),
]

/** @returns the person's own views of a list, then those of all, by their names */
export const listAnsichten = (tenant: TenantReader, actor: Actor, liste: string): Ansicht[] =>
  readAll(tenant, actor, liste).map(shown)

/** @returns the person's own views of all lists, and those of all, by their names */
export const listAll = (tenant: TenantReader, { id }: Actor): Ansicht[] =>
  [
    ...tenant.all(ownOfAll, { mitarbeiter_id: id, most: MOST_OF_ALL }),
    ...tenant.all(sharedOfAll, { most: MOST_OF_ALL }),
  ]
    .toSorted((a, b) => a.name.localeCompare(b.name, "de"))
    .map(shown)

/** @returns whose view it becomes. @throws Refusal forbidden */
function ownerOf(tenant: TenantReader, actor: Actor, fuer_alle: number): string | null {
  if (fuer_alle === 1) {
    if (actor.rolle === "user") throw forbidden("Für alle merken kann Ansichten nur die Verwaltung")
    return null
  }
  // The operator acts for the company, and is none of its people.
  if (actor.tenant_id !== tenant.id)
    throw forbidden("Eigene Ansichten hat nur, wer ein Konto in dieser Firma hat; bitte für alle merken")
  return actor.id
}

/** @throws Refusal conflict when the name is taken there, or there are too many */
function requireRoom(all: readonly Ansichtszeile[], owner: string | null, name: string): void {
  const there = all.filter(({ mitarbeiter_id }) => mitarbeiter_id === owner)
  if (there.some((one) => one.name === name))
    throw conflict(`Die Ansicht „${name}“ gibt es schon; bitte einen anderen Namen wählen`)
  if (there.length >= MOST)
    throw conflict(`Mehr als ${MOST} Ansichten einer Liste gibt es nicht; bitte erst eine löschen`)
}

/** @throws Refusal missing also for the view of somebody else; forbidden */
function getOwn(tenant: TenantReader, actor: Actor, id: string): Ansichtszeile {
  const zeile = tenant.get(ansichten, id, GONE)
  if (zeile.mitarbeiter_id === null) ownerOf(tenant, actor, 1)
  else if (zeile.mitarbeiter_id !== actor.id) throw missing(GONE)
  return zeile
}

/** @throws Refusal forbidden, conflict, invalid */
export function createAnsicht(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewAnsicht>,
): Created<Ansicht> {
  const { fuer_alle = 0, spalten = [], ...fields } = input
  const mitarbeiter_id = ownerOf(tenant, actor, fuer_alle)
  const { record, first } = createRecord(tenant, actor, kind, input, () => {
    requireRoom(readAll(tenant, actor, fields.liste), mitarbeiter_id, fields.name)
    return { ...fields, mitarbeiter_id, spalten: spalten.join(" ") }
  })
  return new Created(shown(record), first)
}

/** @throws Refusal missing, forbidden, conflict, invalid, stale */
export function changeAnsicht(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { fuer_alle, spalten, ...patch }: Static<typeof AnsichtPatch>,
  ifMatch: number | undefined,
): Ansicht {
  const before = getOwn(tenant, actor, id)
  const mitarbeiter_id = fuer_alle === undefined ? before.mitarbeiter_id : ownerOf(tenant, actor, fuer_alle)
  const others = readAll(tenant, actor, before.liste).filter((one) => one.id !== id)
  requireRoom(others, mitarbeiter_id, patch.name ?? before.name)
  const changed = { ...patch, mitarbeiter_id, ...(spalten && { spalten: spalten.join(" ") }) }
  return shown(changeRecord(tenant, actor, kind, id, changed, ifMatch))
}

/** @throws Refusal missing, forbidden */
export function deleteAnsicht(tenant: TenantDb, actor: Actor, id: string): void {
  getOwn(tenant, actor, id)
  deleteRecord(tenant, actor, kind, id, undefined)
}
