import { GONE } from "../shared/kundenkopf.ts"
import type { Static } from "@sinclair/typebox"
import { query, queryFrom } from "../../db/query.ts"
import { kunden, kunden_suchtexte } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { invalid } from "../../lib/refusal.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { namesOf } from "../../lib/felder/feld.ts"
import { kundenfelder } from "../../lib/felder/kunde.ts"
import { compactUstId, isLeitwegId } from "../../lib/identifiers.ts"
import { artIn } from "../../lib/kundenart.ts"
import { kundensuche, sortKeys } from "../../lib/felder/search-text.ts"
import { filterWord, fold } from "../../lib/fold.ts"
import type { Author } from "../shared/record.ts"
import { changeRecord, createRecord, deleteRecord, resource } from "../shared/resource.ts"
import { Search } from "../shared/search.ts"
import type { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { type KundePatch, KundeReply, type NewKunde } from "./model.ts"

export type Kunde = Row<typeof kunden>

/** Assigned numbers start here, so that for a long time all have the same length and sort as text. */
const FIRST_NUMBER = 10_001
const LAST_NUMBER = 999_999_999

// The balance is no column: it is calculated where it is asked for.
const columns = Object.keys(KundeReply.properties).filter((name) => name !== "saldo_cent")

const kundenRecords = resource({
  table: kunden,
  fields: kundenfelder,
  gone: GONE,
  inUse:
    "Zu diesem Kunden gibt es Buchungen, Lieferungen, Standorte, Geräte oder Bilder; bitte stattdessen deaktivieren",
  search: { texts: kunden_suchtexte, wordsOf: kundensuche },
})

export const kundenList = new List<Kunde>({
  table: kunden,
  columns,
  sorts: {
    name: "name_ordnung",
    kundennummer: "kundennummer",
    ort: "ort_sort",
    aktualisiert_am: "aktualisiert_am",
  },
  unique: "kundennummer",
  // Two filters without a parameter, so that SQLite can choose the partial index of inactive customers.
  filters: { aktive: "aktiv = 1", inaktive: "aktiv = 0", ort: "ort_sort = :ort" },
})

const search = new Search<Kunde>({
  table: kunden,
  texts: kunden_suchtexte,
  columns,
  number: "kundennummer",
  name: "name_ordnung",
  list: kundenList,
  many: "Kunden",
})

/**
 * The largest number below a limit. Longer ones are something else (telephone numbers, codes of goods), which no new
 * number follows.
 */
const largestNumber = query<{ wert: number | null }, { grenze: number }>`
  SELECT max(k.nummer_wert) AS wert FROM ${kunden} k WHERE k.nummer_wert < :grenze`

const firstGap = query<{ wert: number }, { ab: number }>`
  SELECT k.nummer_wert + 1 AS wert FROM ${kunden} k
  WHERE k.nummer_wert >= :ab AND NOT EXISTS (SELECT 1 FROM ${kunden} n WHERE n.nummer_wert = k.nummer_wert + 1)
  ORDER BY k.nummer_wert LIMIT 1`

const byNumber = query<{ id: string }, { kundennummer: string }>`
  SELECT k.id FROM ${kunden} k WHERE k.kundennummer = :kundennummer`

type KundenRequest = PageRequest & { q?: string; ort?: string; aktiv?: number }

/**
 * All customers, or those that match the words in `q`, optionally in the town `ort`. Both count as left out
 * when empty.
 *
 * @throws Refusal invalid for a cursor of another list
 */
export function listKunden(tenant: TenantReader, { q, aktiv, ort, ...page }: KundenRequest): PageOf<Kunde> {
  if (q) {
    const narrowing = [
      ...(aktiv === undefined ? [] : [filterWord("a", aktiv)]),
      ...(ort ? [filterWord("o", fold(ort))] : []),
    ]
    return search.page(tenant, { ...page, q }, narrowing)
  }
  return kundenList.page(tenant, {
    ...page,
    ...(ort && { ort: fold(ort) }),
    ...(aktiv !== undefined && { [aktiv === 1 ? "aktive" : "inaktive"]: 1 }),
  })
}

/** @returns how many customers a search finds, counted to 1000 */
export const countKunden = (tenant: TenantReader, q: string): number => search.count(tenant, q)

const shown = queryFrom<Static<typeof KundeReply>, { id: string }>(
  kunden,
  (source) => `SELECT ${columns.join(", ")} FROM ${source} WHERE id = :id`,
)

/**
 * @returns what is shown of a customer
 * @throws Refusal missing
 */
export const getKunde = (tenant: TenantReader, id: string) => tenant.getFirst(shown, { id }, GONE)

/** @returns the customer without what is the office's alone, for a driver */
export const shownTo = <K extends Static<typeof KundeReply>>({ rolle }: Actor, kunde: K): K =>
  rolle === "fahrer" ? { ...kunde, ...withoutOfficeOnly } : kunde

const withoutOfficeOnly = Object.fromEntries(
  namesOf(kundenfelder, ({ officeOnly }) => officeOnly).map((name) => [name, null]),
)

/**
 * @returns the customer, and whether this request made it
 * @throws Refusal conflict when the number or the id is taken; invalid
 */
export function createKunde(
  tenant: TenantDb,
  author: Author,
  input: Static<typeof NewKunde>,
): Created<Kunde> {
  requireTimes(input)
  requireFittingKind(input)
  return createRecord(tenant, author, kundenRecords, input, () => {
    const kundennummer = input.kundennummer ?? nextNumber(tenant)
    const art = artIn(input.land ?? "DE", input.art)
    return { ...input, ...derivedColumns({ ...input, kundennummer }), art, kundennummer }
  })
}

/** @throws Refusal missing, conflict, stale; invalid */
export function changeKunde(
  tenant: TenantDb,
  author: Author,
  id: string,
  patch: Static<typeof KundePatch>,
  ifMatch: number | undefined,
): Kunde {
  const values = (before: Kunde) => {
    requireTimes({ ...before, ...patch })
    const art = patch.art ?? artIn(patch.land ?? before.land, before.art)
    requireFittingKind({ ...before, ...patch, art })
    return { ...patch, art, ...derivedColumns(patch) }
  }
  return changeRecord(tenant, author, kundenRecords, id, values, ifMatch)
}

/**
 * Deletes a customer that nothing refers to.
 *
 * @throws Refusal missing, stale; conflict when something does; such customers can only be deactivated
 */
export const deleteKunde = (
  tenant: TenantDb,
  author: Author,
  id: string,
  ifMatch: number | undefined,
): void => deleteRecord(tenant, author, kundenRecords, id, ifMatch)

/** Derived columns, for the sources that are given. */
export function derivedColumns({ name, ort, kundennummer, ust_id }: Static<typeof KundePatch>) {
  return {
    ...(ust_id && { ust_id: compactUstId(ust_id) }),
    ...sortKeys({ name, ort }),
    ...(kundennummer !== undefined && {
      nummer_wert: /^\d{1,12}$/.test(kundennummer) ? Number(kundennummer) : null,
    }),
  }
}

/** The number after the largest; where that is taken, the first free one. */
function nextNumber(tenant: TenantDb): string {
  const largest = tenant.first(largestNumber, { grenze: LAST_NUMBER })?.wert ?? 0
  const next = String(Math.max(FIRST_NUMBER, largest + 1))
  if (!tenant.first(byNumber, { kundennummer: next })) return next
  return String(tenant.first(firstGap, { ab: FIRST_NUMBER })?.wert ?? next)
}

/**
 * @param msg what is said of it
 * @throws Refusal invalid for a delivery time that ends before it begins
 */
export function requireTimes(
  { lieferzeit_von, lieferzeit_bis }: Static<typeof KundePatch>,
  msg = "liegt vor lieferzeit_von",
): void {
  if (lieferzeit_von && lieferzeit_bis && lieferzeit_von > lieferzeit_bis)
    throw invalid("lieferzeit_bis", msg)
}

/** @throws Refusal invalid for what a customer of that country cannot be, and for a Leitweg-ID with a mistake in it */
export function requireFittingKind({ land = "DE", art, kaeuferreferenz }: Static<typeof KundePatch>): void {
  if (art !== undefined && artIn(land, art) !== art)
    throw invalid(
      "art",
      land === "DE" ? "passt nicht zum Land DE" : `passt nicht zum Land ${land}: bitte ausland`,
    )
  if (art === "behoerde" && kaeuferreferenz && !isLeitwegId(kaeuferreferenz))
    throw invalid("kaeuferreferenz", "ist keine gültige Leitweg-ID: bitte Form und Prüfziffern vergleichen")
}
