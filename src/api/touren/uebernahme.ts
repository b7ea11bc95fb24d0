import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, liefertage, liefertagwochen } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { chunksOf } from "../../lib/chunks.ts"
import { mondayOf } from "../../lib/day.ts"
import { conflict, invalid, Refusal } from "../../lib/refusal.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import { dayIn } from "../liefertage/rhythmus.ts"
import { positionenById } from "../liefertage/rules.ts"
import { AT_ONCE, createLieferung } from "../lieferungen/plan.ts"
import { writeProtokoll } from "../shared/record.ts"
import { localTime } from "../shared/time.ts"
import type { Uebernahme, UebernahmeReply } from "./model.ts"
import { timesOf } from "./woche.ts"

type Eintrag = Static<typeof Uebernahme>["eintraege"][number]
type Result = Static<typeof UebernahmeReply>
type Planned = Result["items"][number]
type Decided = { item: Planned } | { leftOut: Result["ausgelassen"][number] }

/** What was decided about a regular delivery in a week. */
export const decided = query<Row<typeof liefertagwochen>, { liefertag_id: string; woche: string }>`
  SELECT w.* FROM ${liefertagwochen} w WHERE w.liefertag_id = :liefertag_id AND w.woche = :woche`

/**
 * Plans regular deliveries of a week, or leaves them out for that week. What was decided before stays as it is: a
 * repeated request finds what the first one made, and goes on where that was broken off.
 *
 * @param day any day of the week
 * @returns what is planned or left out, and what could not be planned and why
 */
export async function takeOverWoche(
  tenant: TenantDb,
  actor: Actor,
  day: string,
  { eintraege }: Static<typeof Uebernahme>,
  commit: TenantContext["commit"],
): Promise<Result> {
  const woche = mondayOf(day)
  if (new Set(eintraege.map(({ liefertag_id }) => liefertag_id)).size < eintraege.length)
    throw invalid("eintraege", "nennt einen Liefertag zweimal")
  const elsewhere = eintraege.findIndex(({ datum }) => datum !== undefined && mondayOf(datum) !== woche)
  if (elsewhere >= 0) throw invalid(`eintraege[${elsewhere}].datum`, "liegt nicht in dieser Woche")
  const result: Result = { woche, items: [], ausgelassen: [] }
  for (const some of chunksOf(eintraege, AT_ONCE))
    for (const one of await Promise.all(
      some.map((eintrag) => decide({ tenant, actor, commit }, woche, eintrag)),
    ))
      if ("item" in one) result.items.push(one.item)
      else result.ausgelassen.push(one.leftOut)
  return result
}

type Tools = { tenant: TenantDb; actor: Actor; commit: TenantContext["commit"] }

/**
 * Each entry is a piece of work of its own, of which nothing stays when it is refused halfway. Those that are asked for
 * together share a transaction all the same.
 */
async function decide({ tenant, actor, commit }: Tools, woche: string, eintrag: Eintrag): Promise<Decided> {
  try {
    return { item: await commit(() => store(tenant, actor, woche, eintrag)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { liefertag_id } = eintrag
    const kunde_id = tenant.find(liefertage, liefertag_id)?.kunde_id
    const kunde_name = (kunde_id && tenant.find(kunden, kunde_id)?.name) ?? null
    return { leftOut: { liefertag_id, kunde_name, grund: error.message } }
  }
}

/** @throws Refusal when it cannot be planned */
function store(
  tenant: TenantDb,
  actor: Actor,
  woche: string,
  { liefertag_id, version, auslassen = false, datum: chosen }: Eintrag,
): Planned {
  const liefertag = tenant.get(liefertage, liefertag_id, "Den Liefertag gibt es nicht mehr")
  const { kunde_id } = liefertag
  const kunde = tenant.get(kunden, kunde_id)
  const before = tenant.first(decided, { liefertag_id, woche })
  const item = { liefertag_id, kunde_id, kunde_name: kunde.name }
  if (before) return { ...item, lieferung_id: before.lieferung_id }
  if (liefertag.version !== version) throw conflict("Der Liefertag wurde inzwischen geändert")
  const regular = dayIn(woche, liefertag)
  if (regular === undefined) throw conflict("In dieser Woche wird nicht geliefert")
  const datum = chosen ?? regular
  if (datum < localTime(tenant).datum && !auslassen) throw conflict("Der Tag ist schon vorbei")
  const lieferung_id = auslassen
    ? null
    : plan(tenant, actor, liefertag, { datum, ...timesOf(liefertag, kunde) })
  const zeile = tenant.insert(liefertagwochen, { liefertag_id, woche, lieferung_id })
  if (auslassen)
    writeProtokoll(tenant, actor, "liefertagwochen.ausgelassen", liefertagwochen, undefined, zeile)
  return { ...item, lieferung_id }
}

/** @throws Refusal conflict when customer, driver or an article is out of use, or the day is full */
function plan(
  tenant: TenantDb,
  actor: Actor,
  { id: liefertag_id, kunde_id, fahrer_id, hinweis }: typeof liefertage.$inferSelect,
  when: { datum: string; zeit_von: string | null; zeit_bis: string | null },
): string {
  const positionen = (positionenById(tenant, [liefertag_id]).get(liefertag_id) ?? []).map(
    ({ pfandartikel_id, soll_ausgabe, soll_ruecknahme }) => ({
      pfandartikel_id,
      soll_ausgabe,
      soll_ruecknahme,
    }),
  )
  const { record } = createLieferung(tenant, actor, {
    kunde_id,
    fahrer_id,
    hinweis,
    positionen,
    ...when,
  })
  return record.id
}
