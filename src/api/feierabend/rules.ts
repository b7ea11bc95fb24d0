import type { Static } from "@sinclair/typebox"
import { getTableName } from "drizzle-orm"
import { query } from "../../db/query.ts"
import {
  feierabend_positionen,
  feierabende,
  geraete,
  mitarbeiter,
  pfandartikel,
  protokoll,
} from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, forbidden, invalid, missing } from "../../lib/refusal.ts"
import { requireKnown, requirePositionen } from "../lieferungen/positionen.ts"
import { requireUndecided } from "../lieferungen/receive.ts"
import { claimRequest } from "../shared/claim.ts"
import { withPersonNames } from "../shared/names.ts"
import { List } from "../shared/list.ts"
import { type PageOf, type PageRequest, readWithin } from "../shared/page.ts"
import { writeProtokoll } from "../shared/record.ts"
import { Created } from "../frame/reply.ts"
import { type Actor, seesRecordsOf } from "../frame/session.ts"
import type { ArtikelOrGeraet } from "../shared/artikel-or-geraet.ts"
import { localTime, readErfasstAm } from "../shared/time.ts"
import { type Expected, findExpected, listBookedLater } from "./erwartet.ts"
import type { FeierabendReply, NewFeierabend } from "./model.ts"

type Feierabendzeile = Row<typeof feierabende>
type Feierabend = Static<typeof FeierabendReply>
type Counted = Static<typeof NewFeierabend>["positionen"]

export const feierabendList = new List<Feierabendzeile>({
  table: feierabende,
  columns: ["*"],
  sorts: { "-datum": "-datum" },
  equal: ["datum", "fahrer_id"],
})

type PositionRow = Omit<Feierabend["positionen"][number], "differenz"> & { feierabend_id: string }

const positionenOf = query<PositionRow, { ids: string }>`
  SELECT p.feierabend_id, p.art, p.pfandartikel_id, p.geraet_id, coalesce(a.nummer, g.geraetenummer) AS nummer,
    coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung, p.erwartet, p.gezaehlt
  FROM json_each(:ids) j
  CROSS JOIN ${feierabend_positionen} p ON p.feierabend_id = j.value
  LEFT JOIN ${pfandartikel} a ON a.id = p.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = p.geraet_id
  ORDER BY p.feierabend_id, p.position`

const COUNTED = "feierabende.gezaehlt"

type Counter = { id: string; gezaehlt_von: string | null }
const counterOf = query<Counter, { ids: string; tabelle: string; aktion: string }>`
  SELECT p.datensatz_id AS id, p.mitarbeiter_id AS gezaehlt_von
  FROM json_each(:ids) j CROSS JOIN ${protokoll} p ON p.tabelle = :tabelle AND p.datensatz_id = j.value
  WHERE p.aktion = :aktion`

/** Most counts of a truck for one day: a count is corrected by another one. */
const ZAEHLUNGEN_PER_DAY = 20

const counted = query<{ id: string }, { fahrer_id: string; datum: string; most: number }>`
  SELECT f.id FROM ${feierabende} f WHERE f.fahrer_id = :fahrer_id AND f.datum = :datum LIMIT 1 OFFSET :most`

/**
 * Stores what was counted on the truck next to what should be on it by the day's deliveries; books nothing.
 *
 * @param fahrer_id whose truck it is, if somebody else counts or sends the request
 * @returns the count, and whether this request made it
 * @throws Refusal forbidden, missing, conflict; invalid
 */
export function createFeierabend(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewFeierabend>,
  fahrer_id = actor.id,
): Created<Feierabend> {
  // A super administrator belongs to no company and has no truck.
  if (actor.rolle === "superadmin" && fahrer_id === actor.id)
    throw forbidden("Gezählt wird mit einem Konto der Firma")
  requirePositionen(input.positionen, () => 1, keyOf)
  requireUndecided(tenant, "feierabend", "feierabende", input.id)
  if (!claimRequest(tenant, "feierabende", input.id, input))
    return new Created(getFeierabend(tenant, actor, input.id ?? ""), false)
  if (fahrer_id !== actor.id) tenant.get(mitarbeiter, fahrer_id, "Fahrer nicht gefunden")
  const { id, datum, bemerkung, positionen } = input
  if (datum > localTime(tenant).datum) throw invalid("datum", "liegt in der Zukunft")
  if (tenant.first(counted, { fahrer_id, datum, most: ZAEHLUNGEN_PER_DAY - 1 }))
    throw conflict(`Für einen Tag gibt es höchstens ${ZAEHLUNGEN_PER_DAY} Zählungen`)
  const zeile = tenant.insert(feierabende, {
    ...(id && { id }),
    fahrer_id,
    datum,
    bemerkung: bemerkung ?? null,
    erfasst_am: readErfasstAm(input.erfasst_am, tenant.now()),
  })
  const compared = compare(findExpected(tenant, fahrer_id, datum), positionen)
  requireKnown(tenant, positionen)
  tenant.insertAll(
    feierabend_positionen,
    compared.map((values, position) => ({ ...values, feierabend_id: zeile.id, position })),
  )
  writeProtokoll(tenant, actor, COUNTED, feierabende, undefined, zeile)
  return new Created(getFeierabend(tenant, actor, zeile.id), true)
}

const keyOf = ({ art, pfandartikel_id, geraet_id }: ArtikelOrGeraet & { art: string }): string =>
  `${art} ${pfandartikel_id ?? geraet_id}`

/** @returns what was expected beside what was counted of it, then what was counted and not expected */
function compare(soll: Expected[], actual: Counted) {
  const gezaehlt = new Map(actual.map((position) => [keyOf(position), position]))
  const known = soll.map((position) => {
    const key = keyOf(position)
    const values = { ...position, gezaehlt: gezaehlt.get(key)?.gezaehlt ?? 0 }
    gezaehlt.delete(key)
    return values
  })
  return [...known, ...[...gezaehlt.values()].map((position) => ({ ...position, erwartet: 0 }))]
}

/** @throws Refusal missing, also for a driver who asks for another's */
export function getFeierabend(tenant: TenantReader, actor: Actor, id: string): Feierabend {
  const zeile = tenant.find(feierabende, id)
  if (!zeile || !seesRecordsOf(actor, zeile.fahrer_id)) throw missing("Feierabend nicht gefunden")
  return toFeierabende(tenant, [zeile])[0] as Feierabend
}

const lastOf = query<Feierabendzeile, { fahrer_id: string; datum: string }>`
  SELECT f.* FROM ${feierabende} f WHERE f.fahrer_id = :fahrer_id AND f.datum = :datum
  ORDER BY f.erstellt_am DESC, f.id DESC LIMIT 1`

/** @returns the count of a truck that came last for a day, which corrects those before */
export function findLastFeierabend(
  tenant: TenantReader,
  truck: { fahrer_id: string; datum: string },
): Feierabend | undefined {
  const zeile = tenant.first(lastOf, truck)
  return zeile && toFeierabende(tenant, [zeile])[0]
}

/** Positions of a full page. */
const FULL = 5000

/** @returns counts of trucks; a driver gets only their own */
export function listFeierabende(
  tenant: TenantReader,
  actor: Actor,
  request: PageRequest,
): PageOf<Feierabend> {
  const own = actor.rolle === "fahrer" ? { fahrer_id: actor.id } : {}
  return readWithin(
    { ...request, ...own },
    (asked) => feierabendList.page(tenant, asked),
    (zeile) => {
      const [item] = toFeierabende(tenant, [zeile]) as [Feierabend]
      return { item, cost: item.positionen.length }
    },
    FULL,
  )
}

function toFeierabende(tenant: TenantReader, zeilen: Feierabendzeile[]): Feierabend[] {
  const ids = JSON.stringify(zeilen.map(({ id }) => id))
  const byFeierabend = Map.groupBy(tenant.all(positionenOf, { ids }), ({ feierabend_id }) => feierabend_id)
  const found = tenant.all(counterOf, { ids, tabelle: getTableName(feierabende), aktion: COUNTED })
  const counters = new Map(found.map(({ id, gezaehlt_von }) => [id, gezaehlt_von]))
  const rows = zeilen.map((zeile) => ({ ...zeile, gezaehlt_von: counters.get(zeile.id) ?? null }))
  return withPersonNames(tenant, rows, "gezaehlt_von").map((zeile) => ({
    ...zeile,
    fahrer_name: tenant.find(mitarbeiter, zeile.fahrer_id)?.name ?? "",
    danach: listBookedLater(tenant, zeile),
    positionen: (byFeierabend.get(zeile.id) ?? []).map((position) => ({
      ...position,
      differenz: position.gezaehlt - position.erwartet,
    })),
  }))
}
