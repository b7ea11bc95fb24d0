import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { auftraege, auftragsfehler, kunden, mitarbeiter } from "../../db/schema.ts"
import { druckauftraege } from "../../db/schema/values.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { invalid, missing } from "../../lib/refusal.ts"
import { requireBriefkopf } from "../belege/kopf.ts"
import { orderAuftrag } from "../shared/auftrag.ts"
import { List } from "../shared/list.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { localTime } from "../shared/time.ts"
import type { AuftragWithFaults, AuftragReply, NewAuftrag } from "./model.ts"
import { addDays } from "../../lib/day.ts"

type Druckart = (typeof druckauftraege)[number]
/** A job that prints; the others have routes of their own. */
export type Auftrag = Row<typeof auftraege> & { art: Druckart }

/** Filters of the customers for whom something is printed. */
type Selection = {
  ort?: string
  aktiv?: number
  fahrer_id?: string
  kunden?: string[]
  mit_bestand?: boolean
  ab_tagen?: number
}
/** The order. `stufe`, `nur_leergut` and `frist` are of reminders. */
export type Druckangaben = {
  von: string
  bis: string
  stufe?: number
  nur_leergut?: boolean
  frist?: string
} & Selection

const GONE = "Auftrag nicht gefunden"

const list = new List<Auftrag>({
  table: auftraege,
  columns: ["*"],
  sorts: { "-erstellt_am": "-erstellt_am" },
  filters: { gedruckt: `:gedruckt = 1 AND +art IN (${druckauftraege.map((art) => `'${art}'`).join(", ")})` },
})

const faultsOf = query<Static<typeof AuftragWithFaults>["kundenfehler"][number], { auftrag_id: string }>`
  SELECT f.kunde_id, k.kundennummer, k.name, f.meldung
  FROM ${auftragsfehler} f CROSS JOIN ${kunden} k ON k.id = f.kunde_id
  WHERE f.auftrag_id = :auftrag_id ORDER BY f.id LIMIT 200`

/** @returns what a job was ordered to do */
export const orderOf = ({ angaben }: Pick<Auftrag, "angaben">): Druckangaben =>
  JSON.parse(angaben) as Druckangaben

/** What a month's run came to; `ungedruckt` settlements have no paper, and earlier versions counted them as faults. */
type Lauf = { betrag_cent: number; ungedruckt?: number }

/** @returns the result that a job starts with; only a month's run has one: its sum, which is nothing yet */
export const noneYet = ({ art, status }: Pick<Row<typeof auftraege>, "art" | "status">) =>
  art === "abrechnungslauf" && status === "wartet"
    ? { ergebnis: JSON.stringify({ betrag_cent: 0, ungedruckt: 0 } satisfies Lauf) }
    : {}

/** @returns what a month's run came to so far; undefined for another job, and for one that an earlier version began */
const laufIn = ({ ergebnis }: Pick<Row<typeof auftraege>, "ergebnis">): Lauf | undefined =>
  ergebnis === null ? undefined : (JSON.parse(ergebnis) as Lauf)

/** Adds what a settlement of a run comes to, or that it could not be printed. */
export function addToLauf(tenant: TenantDb, id: string, more: Partial<Lauf>): void {
  const before = laufIn(tenant.get(auftraege, id))
  if (before === undefined) return
  const { betrag_cent, ungedruckt = 0 } = before
  const after: Lauf = {
    betrag_cent: betrag_cent + (more.betrag_cent ?? 0),
    ungedruckt: ungedruckt + (more.ungedruckt ?? 0),
  }
  tenant.update(auftraege, id, { ergebnis: JSON.stringify(after) })
}

const readable = (auftrag: Auftrag): Static<typeof AuftragReply> => {
  const { kunden: chosen, ...order } = orderOf(auftrag)
  return {
    ...auftrag,
    betrag_cent: laufIn(auftrag)?.betrag_cent ?? null,
    ungedruckt: laufIn(auftrag)?.ungedruckt ?? 0,
    ort: null,
    aktiv: null,
    fahrer_id: null,
    mit_bestand: false,
    ab_tagen: null,
    stufe: null,
    nur_leergut: false,
    frist: null,
    gewaehlt: chosen?.length ?? null,
    ...order,
  }
}

export const listAuftraege = (tenant: TenantReader, request: Parameters<typeof list.page>[1]) => {
  const page = list.page(tenant, { ...request, gedruckt: 1 })
  return { ...page, items: page.items.map(readable) }
}

/** @throws Refusal missing */
export function getDruckauftrag(tenant: TenantReader, id: string): Auftrag {
  const auftrag = tenant.get(auftraege, id, GONE)
  if (!isDruck(auftrag)) throw missing(GONE)
  return auftrag
}

const isDruck = (auftrag: Row<typeof auftraege>): auftrag is Auftrag =>
  (druckauftraege as readonly string[]).includes(auftrag.art)

/** @throws Refusal missing */
export function getAuftrag(tenant: TenantReader, id: string): Static<typeof AuftragWithFaults> {
  const auftrag = getDruckauftrag(tenant, id)
  return { ...readable(auftrag), kundenfehler: tenant.all(faultsOf, { auftrag_id: id }) }
}

/** What is to be done; what somebody has seen of it is held against it before. */
type Order = Omit<Static<typeof NewAuftrag>, "erwartet">

/**
 * Orders work for many customers, which is done beside the requests (ops/auftraege/thread.ts).
 *
 * @returns the order, and whether this request made it
 * @throws Refusal conflict when the id was used with other content, too many wait, or the letterhead is
 *   not complete; invalid for a period that ends before it begins, or is not over
 */
export function createAuftrag(
  tenant: TenantDb,
  actor: Actor,
  input: Order,
): Created<Static<typeof AuftragWithFaults>> {
  const { id, art, ...rest } = input
  const angaben = requireOrder(tenant, art, rest)
  const order = orderAuftrag(
    tenant,
    actor,
    { id, request: "auftraege", content: input, art, angaben },
    () => {
      if (art === "abrechnungslauf") requireBriefkopf(tenant)
    },
  )
  return new Created(getAuftrag(tenant, order.id), order.first)
}

type Given = Omit<Order, "id" | "art">

/** Fields without a meaning for a kind of job: they are refused, not ignored. */
const WITHOUT = {
  abrechnungslauf: [
    ["ort", "aktiv", "fahrer_id", "kunden", "mit_bestand", "ab_tagen", "stufe", "nur_leergut", "frist"],
    "gilt nicht für den Abrechnungslauf",
  ],
  kontoauszuege: [["stufe", "nur_leergut", "frist"], "gilt nur für Erinnerungen"],
  saldenbestaetigungen: [["stufe", "nur_leergut", "frist"], "gilt nur für Erinnerungen"],
  erinnerungen: [["bis", "mit_bestand"], "gilt nicht für Erinnerungen: sie zeigen, was heute dort ist"],
} satisfies Record<Auftrag["art"], [(keyof Given)[], string]>

/** @returns the last day of a month's run. @throws Refusal invalid for another job, or as `createAuftrag` */
export function requireLauf(tenant: TenantDb, { id: _, art, ...given }: Order): string {
  if (art !== "abrechnungslauf") throw invalid("erwartet", "gilt nur für den Abrechnungslauf")
  return requireOrder(tenant, art, given).bis
}

function requireOrder(tenant: TenantDb, art: Auftrag["art"], input: Given): Druckangaben {
  const [without, why] = WITHOUT[art]
  for (const field of without) if (input[field] !== undefined) throw invalid(field, why)
  const today = localTime(tenant).datum
  const bis = art === "erinnerungen" ? today : input.bis
  if (bis === undefined) throw invalid("bis", "fehlt")
  const von = input.von ?? (art === "erinnerungen" ? addDays(bis, -31) : `${bis.slice(0, 7)}-01`)
  if (von > bis) throw invalid("von", "liegt nach dem Ende des Zeitraums")
  if (bis > today) throw invalid("bis", "liegt in der Zukunft")
  if (input.frist !== undefined && input.frist < today) throw invalid("frist", "liegt in der Vergangenheit")
  if (input.fahrer_id !== undefined && !tenant.find(mitarbeiter, input.fahrer_id))
    throw invalid("fahrer_id", "gibt es nicht")
  for (const [place, id] of (input.kunden ?? []).entries())
    if (!tenant.find(kunden, id)) throw invalid(`kunden[${place}]`, "gibt es nicht")
  return { ...input, von, bis }
}
