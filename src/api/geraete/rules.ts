import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, geraete_bewegungen, geraete_suchtexte, lieferungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { geraetefelder } from "../../lib/felder/geraet.ts"
import { geraetetext } from "../../lib/felder/search-text.ts"
import { conflict, invalid, missing } from "../../lib/refusal.ts"
import { scannedOf } from "../../lib/scanned.ts"
import { claimRequest } from "../shared/claim.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import type { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { olderThan, readErfasstAm } from "../shared/time.ts"
import { bookVorgang, newVorgangId } from "../pfandbuchungen/vorgang.ts"
import type { Posten } from "../pfandbuchungen/posten.ts"
import { requireSeenAt } from "./gesehen.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { anschriftenOf, requireStandort, withStandortName } from "../standorte/place.ts"
import { keepGeraetestand } from "../shared/staende.ts"
import { changeRecord, createRecord, resource } from "../shared/resource.ts"
import { Search } from "../shared/search.ts"
import { byId, withKundeName, withPersonNames } from "../shared/names.ts"
import type { Ausgabe, BewegungReply, GeraetListItem, GeraetPatch, NewGeraet, Ruecknahme } from "./model.ts"

export type Geraet = Row<typeof geraete>
export const GONE = "Gerät nicht gefunden"

export const geraeteRecords = resource({
  table: geraete,
  fields: geraetefelder,
  gone: GONE,
  inUse: "Mit dem Gerät ist schon gearbeitet: es bleibt; bitte ausmustern, wenn es das nicht gibt",
  search: { texts: geraete_suchtexte, wordsOf: (geraet) => ({ text: geraetetext(geraet) }) },
})

export const geraeteList = new List<Geraet>({
  table: geraete,
  columns: ["*"],
  sorts: { geraetenummer: "geraetenummer", bezeichnung: "bezeichnung" },
  unique: "geraetenummer",
  equal: ["status", "kunde_id", "typ"],
  filters: { ids: "id IN (SELECT value FROM json_each(:ids))", vor: "status_seit < :vor" },
  few: ["kunde_id", "ids"],
})

const search = new Search<Geraet>({
  table: geraete,
  texts: geraete_suchtexte,
  columns: ["*"],
  number: "geraetenummer",
  name: "bezeichnung",
  codes: ["seriennummer", "barcode"],
  filters: { status: "status =", typ: "typ =", vor: "status_seit <" },
  list: geraeteList,
  many: "Geräte",
})

type ListItem = Static<typeof GeraetListItem>
type GeraeteRequest = PageRequest & {
  q?: string
  status?: Geraet["status"]
  kunde_id?: string
  typ?: string
  ueber_tagen?: number
  /** As JSON. */
  ids?: string
}

/**
 * A page of all devices, or of those found by the words `q`.
 *
 * @throws Refusal invalid for a cursor of another list, or a search together with a customer or ids
 */
export function listGeraete(
  tenant: TenantReader,
  { q, ueber_tagen, ...rest }: GeraeteRequest,
): PageOf<ListItem> {
  const request = { ...rest, ...(ueber_tagen !== undefined && { vor: olderThan(tenant, ueber_tagen) }) }
  for (const name of ["kunde_id", "ids"] as const)
    if (q && request[name] !== undefined) throw invalid(name, "ist bei einer Suche nicht möglich", "query")
  const page = q ? search.page(tenant, { ...request, q }) : geraeteList.page(tenant, request)
  return { ...page, items: withStandortName(tenant, withKundeName(tenant, page.items)) }
}

/** @returns how many devices a search finds, counted to 1000 */
export const countGeraete = (tenant: TenantReader, q: string): number => search.count(tenant, q)

export const bewegungen = new List<Row<typeof geraete_bewegungen>>({
  table: geraete_bewegungen,
  columns: ["*"],
  sorts: { "-id": "-id" },
  within: "geraet_id",
})

type Delivered = Pick<Row<typeof lieferungen>, "id" | "standort_id" | "lieferanschrift">
const delivered = query<Delivered, { ids: string }>`
  SELECT l.id, l.standort_id, l.lieferanschrift FROM json_each(:ids) j CROSS JOIN ${lieferungen} l ON l.id = j.value`

/**
 * @returns where a device was, the latest first, and at which of the customer's places
 * @throws Refusal missing
 */
export function listBewegungen(
  tenant: TenantReader,
  { rolle }: Actor,
  geraet_id: string,
  request: PageRequest,
): PageOf<Static<typeof BewegungReply>> {
  tenant.get(geraete, geraet_id, GONE)
  const page = bewegungen.page(tenant, { ...request, geraet_id })
  const named = withPersonNames(tenant, page.items, "gebucht_von")
  // A delivery may be another driver's: nothing of it is told.
  if (rolle === "fahrer") {
    const unplaced = { lieferung_id: null, standort_id: null, lieferanschrift: null }
    return { ...page, items: withKundeName(tenant, named).map((one) => ({ ...one, ...unplaced })) }
  }
  const then = byId(tenant, delivered, named, ({ lieferung_id }) => lieferung_id)
  const today = anschriftenOf(tenant, named)
  const items = withKundeName(tenant, named).map((one) => {
    const lieferung = then.get(one.lieferung_id ?? "")
    // As the place was called then, unless the device was at another than the delivery went to.
    const as = lieferung?.standort_id === one.standort_id ? lieferung.lieferanschrift : null
    return { ...one, lieferanschrift: as ?? today.get(one.standort_id ?? "") ?? null }
  })
  return { ...page, items }
}

type ByCode = { code: string }
const byBarcode = query<Geraet, ByCode>`SELECT g.* FROM ${geraete} g WHERE g.barcode = :code`
const byNumber = query<Geraet, ByCode>`SELECT g.* FROM ${geraete} g WHERE g.geraetenummer = :code`

/** For a scanner, however it is set. @throws Refusal missing */
export function getByCode(tenant: TenantReader, typed: string): Geraet {
  for (const code of scannedOf(typed)) {
    const geraet = tenant.first(byBarcode, { code }) ?? tenant.first(byNumber, { code })
    if (geraet) return geraet
  }
  throw missing(GONE)
}

/** @throws Refusal conflict when a number, a barcode or the id is taken */
export const createGeraet = (
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewGeraet>,
): Created<Geraet> =>
  createRecord(tenant, actor, geraeteRecords, input, () => ({ ...input, status_seit: tenant.now() }))

/** @throws Refusal missing, conflict, stale */
export const changeGeraet = (
  tenant: TenantDb,
  actor: Actor,
  id: string,
  patch: Static<typeof GeraetPatch>,
  ifMatch: number | undefined,
): Geraet => {
  const keep = (before: Geraet) => {
    if (patch.standort_id && before.kunde_id === null)
      throw conflict(`Das Gerät ${before.geraetenummer} ist bei keinem Kunden`)
    if (patch.standort_id !== before.standort_id) requireStandort(tenant, patch, before.kunde_id ?? "")
    if (patch.pfand_cent !== undefined && patch.pfand_cent !== before.pfand_cent)
      keepGeraetestand(tenant, before)
    return patch
  }
  const { standort_id } = tenant.get(geraete, id, GONE)
  const after = changeRecord(tenant, actor, geraeteRecords, id, keep, ifMatch)
  if (after.standort_id !== standort_id) noteCarried(tenant, actor, after)
  return after
}

/** Keeps in its history that the customer carried a device to another of the customer's places. */
export const noteCarried = (
  tenant: TenantDb,
  { id: gebucht_von }: Actor,
  geraet: Geraet,
  { erfasst_am = tenant.now(), notiz = null }: { erfasst_am?: string; notiz?: string | null } = {},
): void =>
  void tenant.insert(geraete_bewegungen, {
    geraet_id: geraet.id,
    art: "status",
    von_status: geraet.status,
    nach_status: geraet.status,
    kunde_id: geraet.kunde_id,
    standort_id: geraet.standort_id,
    notiz,
    gebucht_von,
    erfasst_am,
  })

/**
 * Lends a device to a customer: books its deposit and moves it, in one step.
 *
 * @throws Refusal missing, conflict when it is not in the yard
 */
export function issueGeraet(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof Ausgabe>,
): Geraet {
  const geraet = tenant.get(geraete, id, GONE)
  if (!claimRequest(tenant, "geraete.ausgabe", input.id, { ...input, geraet_id: id })) return geraet
  const { kunde_id, standort_id = null } = input
  getKundenkopf(tenant, kunde_id)
  requireStandort(tenant, input, kunde_id)
  return bookGeraet(tenant, actor, { kunde_id, standort_id }, input, {
    geraet_id: id,
    art: "ausgabe",
    menge: 1,
  })
}

/**
 * Takes a device back from the customer who has it.
 *
 * @throws Refusal missing, conflict when no customer has it, or another than was seen
 */
export function returnGeraet(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof Ruecknahme>,
): Geraet {
  const geraet = tenant.get(geraete, id, GONE)
  if (!claimRequest(tenant, "geraete.ruecknahme", input.id, { ...input, geraet_id: id })) return geraet
  requireSeenAt(tenant, geraet, input.kunde_id)
  if (geraet.kunde_id === null) throw conflict(`Das Gerät ${geraet.geraetenummer} ist bei keinem Kunden`)
  const posten = { geraet_id: id, art: "ruecknahme", menge: 1, nach_status: input.status ?? "lager" } as const
  return bookGeraet(tenant, actor, { kunde_id: geraet.kunde_id }, input, posten)
}

/** Books one movement of a device, as a Vorgang of its own. */
function bookGeraet(
  tenant: TenantDb,
  actor: Actor,
  where: { kunde_id: string; standort_id?: string | null },
  { id, erfasst_am, notiz }: Static<typeof Ausgabe> | Static<typeof Ruecknahme>,
  posten: Posten & { geraet_id: string },
): Geraet {
  bookVorgang(tenant, actor, {
    vorgang_id: newVorgangId(tenant, id),
    ...where,
    erfasst_am: readErfasstAm(erfasst_am, tenant.now()),
    positionen: [{ ...posten, ...(notiz !== undefined && { notiz }) }],
  })
  return tenant.get(geraete, posten.geraet_id, GONE)
}
