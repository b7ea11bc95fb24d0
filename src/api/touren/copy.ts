import type { Static } from "@sinclair/typebox"
import { Fragment, query } from "../../db/query.ts"
import { kunden, lieferungen, mitarbeiter, pfandartikel, standorte } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { planfelder } from "../../lib/felder/lieferung.ts"
import { chunksOf } from "../../lib/chunks.ts"
import { invalid, Refusal } from "../../lib/refusal.ts"
import { derivedId, claimRequest, isClaimed } from "../shared/claim.ts"
import { AT_ONCE, createLieferung, requireRoom } from "../lieferungen/plan.ts"
import { type Lieferungsposition, withPositionen, type Lieferzeile } from "../lieferungen/read.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import type { Copy, CopyReply } from "./model.ts"

type Result = Static<typeof CopyReply>
type Template = Pick<Lieferzeile, "id" | "kunde_id" | keyof typeof planfelder> & {
  kunde_name: string
  kunde_aktiv: number
  standort_aktiv: number | null
  fahrer_aktiv: number | null
}

const plan = new Fragment(
  Object.keys(planfelder)
    .map((name) => `l.${name}`)
    .join(", "),
)

/** Planned deliveries, done or not. */
const planned = query<Template, { datum: string }>`
  SELECT l.id, l.kunde_id, k.name AS kunde_name, k.aktiv AS kunde_aktiv, s.aktiv AS standort_aktiv,
    m.aktiv AS fahrer_aktiv, ${plan}
  FROM ${lieferungen} l CROSS JOIN ${kunden} k ON k.id = l.kunde_id
  LEFT JOIN ${mitarbeiter} m ON m.id = l.fahrer_id
  LEFT JOIN ${standorte} s ON s.id = l.standort_id
  WHERE l.datum = :datum AND l.status <> 'storniert' AND l.ungeplant = 0
  ORDER BY l.fahrer_id, l.reihenfolge, l.id`

type Place = Pick<Lieferzeile, "kunde_id" | "standort_id">

/** A customer may be delivered at several places on one day, at each once. */
const placeOf = ({ kunde_id, standort_id }: Place): string => `${kunde_id} ${standort_id ?? ""}`

const onDay = query<Place & { id: string }, { datum: string }>`
  SELECT l.id, l.kunde_id, l.standort_id FROM ${lieferungen} l WHERE l.datum = :datum AND l.status <> 'storniert'`

const artikelIds = query<{ id: string }, { ids: string }>`
  SELECT a.id FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value WHERE a.aktiv = 1`

/**
 * Plans the deliveries of one day again for another, with their drivers, times and articles. The id of each copy follows
 * from those of the request and of its source: a repeated request finds what the first one made, and goes on where that
 * was broken off.
 *
 * @throws Refusal missing for a driver that is not there, conflict when the id was used with other content; invalid
 */
export async function copyTour(
  tenant: TenantDb,
  actor: Actor,
  datum: string,
  input: Static<typeof Copy>,
  commit: TenantContext["commit"],
): Promise<Result> {
  const { id = Bun.randomUUIDv7(), von, fahrer_id } = input
  if (von === datum) throw invalid("von", "ist derselbe Tag")
  if (fahrer_id) tenant.get(mitarbeiter, fahrer_id, "Fahrer nicht gefunden")
  const [art, content] = ["touren.kopie", { ...input, datum }]
  const isDone = isClaimed(tenant, art, input.id, content)
  const templates = tenant
    .all(planned, { datum: von })
    .filter((template) => fahrer_id === undefined || template.fahrer_id === fahrer_id)
  const copies = new Set(templates.map((template) => derivedId(id, template.id)))
  const result: Result = { datum, items: [], ausgelassen: [] }
  for (const some of chunksOf(templates, AT_ONCE)) {
    // A repeated request only reads the tour that was made.
    const part = isDone
      ? copySome(tenant, undefined, { id, datum, copies }, some)
      : await commit(() => copySome(tenant, actor, { id, datum, copies }, some))
    result.items.push(...part.items)
    result.ausgelassen.push(...part.ausgelassen)
  }
  if (!isDone) await commit(() => claimRequest(tenant, art, input.id, content))
  return result
}

/** `copies` are the ids of all that the request makes. */
type Target = { id: string; datum: string; copies: ReadonlySet<string> }

/** @param actor undefined: nothing is planned, only what was made before is read */
function copySome(
  tenant: TenantDb,
  actor: Actor | undefined,
  { id, datum, copies }: Target,
  templates: Template[],
): Pick<Result, "items" | "ausgelassen"> {
  const geplant = tenant.all(onDay, { datum })
  const existing = new Set(geplant.map((lieferung) => lieferung.id))
  const served = new Set(geplant.filter((one) => !copies.has(one.id)).map(placeOf))
  const items: Result["items"] = []
  const leftOut: Result["ausgelassen"] = []
  for (const template of withPositionen(tenant, templates)) {
    const { kunde_id, kunde_name } = template
    const copy_id = derivedId(id, template.id)
    const grund = existing.has(copy_id)
      ? undefined
      : (reasonAgainst(template, served, actor !== undefined) ?? reasonOfRoom(tenant, template, datum))
    if (grund !== undefined) {
      leftOut.push({ kunde_id, kunde_name, grund })
      continue
    }
    if (actor && !existing.has(copy_id))
      createLieferung(tenant, actor, copyOf(tenant, template, copy_id, datum))
    items.push({ lieferung_id: copy_id, kunde_id, kunde_name })
  }
  return { items, ausgelassen: leftOut }
}

function reasonAgainst(template: Template, served: Set<string>, first: boolean): string | undefined {
  if (template.kunde_aktiv !== 1) return "Der Kunde ist nicht mehr aktiv"
  if (template.standort_aktiv === 0) return "Der Standort ist nicht mehr aktiv"
  if (served.has(placeOf(template))) return "Hat an diesem Tag schon eine Lieferung"
  return first ? undefined : "Kam nach dem Kopieren hinzu, oder seine Kopie wurde abgesagt"
}

function reasonOfRoom(tenant: TenantDb, template: Template, datum: string): string | undefined {
  try {
    requireRoom(tenant, datum, template.fahrer_aktiv === 1 ? template.fahrer_id : null)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

/** Copies a delivery, without devices, a driver who has left, and articles no longer in use. */
function copyOf(
  tenant: TenantDb,
  template: Template & { positionen: Lieferungsposition[] },
  id: string,
  datum: string,
) {
  const {
    kunde_name: _,
    kunde_aktiv: __,
    standort_aktiv: ___,
    fahrer_aktiv,
    positionen,
    ...copied
  } = template
  const ids = positionen.flatMap(({ pfandartikel_id }) => pfandartikel_id ?? [])
  const inUse = new Set(tenant.all(artikelIds, { ids: JSON.stringify(ids) }).map((artikel) => artikel.id))
  return {
    ...copied,
    id,
    datum,
    fahrer_id: fahrer_aktiv === 1 ? copied.fahrer_id : null,
    positionen: positionen.flatMap(({ pfandartikel_id, soll_ausgabe, soll_ruecknahme }) =>
      pfandartikel_id !== null && inUse.has(pfandartikel_id) && soll_ausgabe + soll_ruecknahme > 0
        ? [{ pfandartikel_id, soll_ausgabe, soll_ruecknahme }]
        : [],
    ),
  }
}
