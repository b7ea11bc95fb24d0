import type { Static } from "@sinclair/typebox"
import { Fragment, query } from "../../db/query.ts"
import { kunden, lieferungen, mitarbeiter, pfandartikel } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { planfelder } from "../../lib/felder/lieferung.ts"
import { invalid, Refusal } from "../../lib/refusal.ts"
import { derivedId } from "../shared/derived-id.ts"
import { createLieferung, requireRoom } from "../lieferungen/plan.ts"
import { type Position, withPositionen, type Zeile } from "../lieferungen/read.ts"
import { claimAnfrage, isClaimed } from "../shared/once.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import type { Kopie, KopieReply } from "./model.ts"

type Ergebnis = Static<typeof KopieReply>
type Vorlage = Pick<Zeile, "id" | "kunde_id" | keyof typeof planfelder> & {
  kunde_name: string
  kunde_aktiv: number
  fahrer_aktiv: number | null
}

const plan = new Fragment(
  Object.keys(planfelder)
    .map((name) => `l.${name}`)
    .join(", "),
)

/** Planned deliveries, done or not. */
const geplante = query<Vorlage, { datum: string }>`
  SELECT l.id, l.kunde_id, k.name AS kunde_name, k.aktiv AS kunde_aktiv, m.aktiv AS fahrer_aktiv, ${plan}
  FROM ${lieferungen} l CROSS JOIN ${kunden} k ON k.id = l.kunde_id
  LEFT JOIN ${mitarbeiter} m ON m.id = l.fahrer_id
  WHERE l.datum = :datum AND l.status <> 'storniert' AND l.ungeplant = 0
  ORDER BY l.fahrer_id, l.reihenfolge, l.id`

const amTag = query<{ id: string; kunde_id: string }, { datum: string }>`
  SELECT l.id, l.kunde_id FROM ${lieferungen} l WHERE l.datum = :datum AND l.status <> 'storniert'`

const artikelIds = query<{ id: string }, { ids: string }>`
  SELECT a.id FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value WHERE a.aktiv = 1`

/** Deliveries planned per transaction, in a few hundredths of a second. */
const AT_ONCE = 10

/**
 * Plans the deliveries of one day once more for another: with their drivers, times and articles. Each copy's id
 * follows from the request's and its source's, so that a repeated request finds what the first one made, and goes on
 * where that was broken off.
 *
 * @throws Refusal missing for a driver that is not there, conflict when the id was used with other content; invalid
 */
export async function copyTour(
  tenant: TenantDb,
  actor: Actor,
  datum: string,
  input: Static<typeof Kopie>,
  commit: TenantContext["commit"],
): Promise<Ergebnis> {
  const { id = Bun.randomUUIDv7(), von, fahrer_id } = input
  if (von === datum) throw invalid("von", "ist derselbe Tag")
  if (fahrer_id) tenant.get(mitarbeiter, fahrer_id, "Fahrer nicht gefunden")
  const [art, content] = ["touren.kopie", { ...input, datum }]
  const isDone = isClaimed(tenant, art, input.id, content)
  const vorlagen = tenant
    .all(geplante, { datum: von })
    .filter((vorlage) => fahrer_id === undefined || vorlage.fahrer_id === fahrer_id)
  const kopien = new Set(vorlagen.map((vorlage) => derivedId(id, vorlage.id)))
  const result: Ergebnis = { datum, items: [], ausgelassen: [] }
  for (let i = 0; i < vorlagen.length; i += AT_ONCE) {
    const some = vorlagen.slice(i, i + AT_ONCE)
    // A repeated request only reads the tour that was made.
    const part = isDone
      ? copySome(tenant, undefined, { id, datum, kopien }, some)
      : await commit(() => copySome(tenant, actor, { id, datum, kopien }, some))
    result.items.push(...part.items)
    result.ausgelassen.push(...part.ausgelassen)
  }
  if (!isDone) await commit(() => claimAnfrage(tenant, art, input.id, content))
  return result
}

/** `kopien` are the ids of all that the request makes. */
type Ziel = { id: string; datum: string; kopien: ReadonlySet<string> }

/** @param actor undefined when nothing is to be planned any more */
function copySome(
  tenant: TenantDb,
  actor: Actor | undefined,
  { id, datum, kopien }: Ziel,
  vorlagen: Vorlage[],
): Pick<Ergebnis, "items" | "ausgelassen"> {
  const geplant = tenant.all(amTag, { datum })
  const existing = new Set(geplant.map((lieferung) => lieferung.id))
  const versorgt = new Set(geplant.filter((one) => !kopien.has(one.id)).map(({ kunde_id }) => kunde_id))
  const items: Ergebnis["items"] = []
  const leftOut: Ergebnis["ausgelassen"] = []
  for (const vorlage of withPositionen(tenant, vorlagen)) {
    const { kunde_id, kunde_name } = vorlage
    const kopie_id = derivedId(id, vorlage.id)
    const grund = existing.has(kopie_id)
      ? undefined
      : (reasonAgainst(vorlage, versorgt, actor !== undefined) ?? reasonOfRoom(tenant, vorlage, datum))
    if (grund !== undefined) {
      leftOut.push({ kunde_id, kunde_name, grund })
      continue
    }
    if (actor && !existing.has(kopie_id))
      createLieferung(tenant, actor, copyOf(tenant, vorlage, kopie_id, datum))
    items.push({ lieferung_id: kopie_id, kunde_id, kunde_name })
  }
  return { items, ausgelassen: leftOut }
}

function reasonAgainst(
  { kunde_id, kunde_aktiv }: Vorlage,
  versorgt: Set<string>,
  first: boolean,
): string | undefined {
  if (kunde_aktiv !== 1) return "Der Kunde ist nicht mehr aktiv"
  if (versorgt.has(kunde_id)) return "Hat an diesem Tag schon eine Lieferung"
  return first ? undefined : "Kam nach dem Kopieren hinzu, oder seine Kopie wurde abgesagt"
}

function reasonOfRoom(tenant: TenantDb, vorlage: Vorlage, datum: string): string | undefined {
  try {
    requireRoom(tenant, datum, vorlage.fahrer_aktiv === 1 ? vorlage.fahrer_id : null)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

/** Copies a delivery, without devices, a driver who has left, and articles no longer in use. */
function copyOf(tenant: TenantDb, vorlage: Vorlage & { positionen: Position[] }, id: string, datum: string) {
  const { kunde_name: _, kunde_aktiv: __, fahrer_aktiv, positionen, ...planned } = vorlage
  const ids = positionen.flatMap(({ pfandartikel_id }) => pfandartikel_id ?? [])
  const imUmlauf = new Set(tenant.all(artikelIds, { ids: JSON.stringify(ids) }).map((artikel) => artikel.id))
  return {
    ...planned,
    id,
    datum,
    fahrer_id: fahrer_aktiv === 1 ? planned.fahrer_id : null,
    positionen: positionen.flatMap(({ pfandartikel_id, soll_ausgabe, soll_ruecknahme }) =>
      pfandartikel_id !== null && imUmlauf.has(pfandartikel_id) && soll_ausgabe + soll_ruecknahme > 0
        ? [{ pfandartikel_id, soll_ausgabe, soll_ruecknahme }]
        : [],
    ),
  }
}
