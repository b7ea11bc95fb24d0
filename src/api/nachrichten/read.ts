import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { abrechnungen, belege, nachrichten } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { searchAbrechnungen } from "../shared/abrechnungsnummer.ts"
import { type Beleg, findKept } from "../belege/ablage.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { MOST_FITTING, type Owners, owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { adressenOf } from "./adressen.ts"
import { isSendable } from "./words.ts"
import { readEmpfaenger } from "./empfaenger.ts"
import type { NachrichtReply } from "./model.ts"

export type Nachrichtenzeile = Row<typeof nachrichten>
export type Nachricht = Static<typeof NachrichtReply>

export const GONE = "Nachricht nicht gefunden"

const list = new List<Nachrichtenzeile>({
  table: nachrichten,
  columns: ["*"],
  sorts: { "-erstellt_am": "-erstellt_am" },
  equal: ["status", "kunde_id", "beleg_id"],
  filters: {
    papiere: "beleg_id IN (SELECT value FROM json_each(:papiere))",
    sorgen: ":sorgen = 'ja' AND erledigt_am IS NULL AND status IN ('teilweise', 'abgelehnt', 'unklar')",
  },
  few: ["papiere"],
})

const arrived = query<Nachrichtenzeile, { beleg_id: string; nach: string; id: string }>`
  SELECT n.* FROM ${nachrichten} n
  WHERE n.beleg_id = :beleg_id AND +n.status NOT IN ('abgelehnt', 'zurueckgezogen')
    AND n.erstellt_am >= :nach AND n.id <> :id
  ORDER BY n.erstellt_am DESC, n.id DESC LIMIT 1`

/** @returns what people see of a message */
export function toNachricht(tenant: TenantReader, zeile: Nachrichtenzeile): Nachricht {
  const { kunde_id, beleg_id, status, art } = zeile
  return {
    ...zeile,
    empfaenger: readEmpfaenger(zeile),
    versand_an: isSendable(art) ? adressenOf(tenant, { kunde_id, art }) : [],
    naechster_versuch_am: status === "wartet" ? zeile.naechster_versuch_am : null,
    kunde_name: kunde_id === null ? null : getKundenkopf(tenant, kunde_id).name,
    beleg_titel: tenant.find(belege, beleg_id)?.titel ?? null,
  }
}

const belongTo: Owners[] = [
  owners.kunden(),
  {
    column: "beleg_id",
    many: "Nummern",
    find: (tenant, q) =>
      searchAbrechnungen(tenant, q, MOST_FITTING + 1).map(
        ({ id }) => findKept(tenant, "abrechnung", id)?.id ?? id,
      ),
  },
]

/** @param request `q`: the customers and numbers of settlements that it fits */
export function listNachrichten(
  tenant: TenantReader,
  { bezug_id, ...request }: PageRequest & { bezug_id?: string } & Record<string, unknown>,
): PageOf<Nachricht> {
  const papers = bezug_id === undefined ? {} : { papiere: JSON.stringify(papersOf(tenant, bezug_id)) }
  const page = searchedPage(tenant, list, { ...request, ...papers }, belongTo)
  return { ...page, items: page.items.map((zeile) => toNachricht(tenant, zeile)) }
}

const about = query<{ id: string }, { bezug_id: string }>`
  SELECT b.id FROM ${belege} b WHERE b.bezug_id = :bezug_id ORDER BY b.id DESC LIMIT 100`

/** @returns the ids of the papers that show a record, the last ones of very many */
const papersOf = (tenant: TenantReader, bezug_id: string): string[] =>
  tenant.all(about, { bezug_id }).map(({ id }) => id)

/** @throws Refusal missing */
export const getNachricht = (tenant: TenantReader, id: string): Nachricht =>
  toNachricht(tenant, tenant.get(nachrichten, id, GONE))

/**
 * @param after only of messages that were made later
 * @returns the last message with a document, or another one of what it shows, that some recipient has, may have, or
 *   will get: a delivery note that changed since it was printed first is another document
 */
export function findArrived(
  tenant: TenantReader,
  { id, bezug_id }: Pick<Beleg, "id" | "bezug_id">,
  after?: Nachrichtenzeile,
): Nachrichtenzeile | undefined {
  const since = { nach: after?.erstellt_am ?? "", id: after?.id ?? "" }
  const papers = bezug_id === null ? [id] : papersOf(tenant, bezug_id)
  const all = papers.flatMap((beleg_id) => tenant.first(arrived, { beleg_id, ...since }) ?? [])
  return all.toSorted((a, b) => (a.erstellt_am < b.erstellt_am ? 1 : -1))[0]
}

/** @returns whether some recipient of an e-mail has a document, may have it, or will get it */
export const isSent = (tenant: TenantReader, beleg_id: string): boolean =>
  tenant.first(arrived, { beleg_id, nach: "", id: "" }) !== undefined

const anyOf = query<{ id: string }, { beleg_id: string }>`
  SELECT n.id FROM ${nachrichten} n WHERE n.beleg_id = :beleg_id LIMIT 1`

/** @returns whether there ever was an e-mail with a document, whatever came of it */
export const wasTried = (tenant: TenantReader, beleg_id: string): boolean =>
  tenant.first(anyOf, { beleg_id }) !== undefined

/** @returns whether somebody noted of a settlement's paper that it went out by post */
export const wentByPost = (
  tenant: TenantReader,
  { art, bezug_id }: Pick<Row<typeof belege>, "art" | "bezug_id">,
): boolean =>
  art === "abrechnung" &&
  bezug_id !== null &&
  (tenant.find(abrechnungen, bezug_id)?.per_post_am ?? null) !== null

const unresolved = query<{ n: number }, { most: number }>`
  SELECT count(*) AS n FROM (
    SELECT n.id FROM ${nachrichten} n
    WHERE n.erledigt_am IS NULL AND n.status IN ('teilweise', 'abgelehnt', 'unklar') LIMIT :most
  )`

/** Counting stops here. */
const MANY = 1000

/** @returns how many messages somebody has to look after, counted to 1000 */
export const countUnresolved = (tenant: TenantReader): number =>
  tenant.first(unresolved, { most: MANY })?.n ?? 0
