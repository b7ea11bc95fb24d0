import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, lieferpositionen, lieferungen, pfandartikel, pfandbestandteile } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, type Fault, invalid, invalidFields, missing } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { namingFault, itemIdOf, type ArtikelOrGeraet } from "../shared/artikel-or-geraet.ts"
import { writeProtokoll } from "../shared/record.ts"
import { LONGEST_VORGANG } from "../pfandbuchungen/zeilen.ts"
import type { NewLieferung } from "./model.ts"
import { type Lieferzeile, type Lieferungsposition, withPositionen } from "./read.ts"
import { type Placed, readLieferanschrift } from "../standorte/place.ts"

/** Positions of a plan: what each may name, and how they are stored. */

type Soll = Static<typeof NewLieferung>["positionen"]

const positionIds = query<{ id: string }, { lieferung_id: string }>`
  SELECT p.id FROM ${lieferpositionen} p WHERE p.lieferung_id = :lieferung_id`

/** Replaces positions. Pages send them with every change: where they are as before, nothing is changed or logged. */
export function changePositionen(
  tenant: TenantDb,
  actor: Actor,
  before: Lieferzeile,
  positionen: Soll,
): void {
  const stored = storedPositionen(tenant, before)
  if (JSON.stringify(stored.map(planned)) === JSON.stringify(positionen.map(planned))) return
  const earlier = positionenInWords(stored)
  replacePositionen(tenant, before.id, positionen)
  const later = positionenInWords(storedPositionen(tenant, before))
  const after = tenant.update(lieferungen, before.id, {})
  const parts: Record<string, [string, string]> = later === earlier ? {} : { positionen: [earlier, later] }
  writeProtokoll(tenant, actor, "lieferungen.positionen_geaendert", lieferungen, before, after, parts)
}

/** Thing and amounts of a position, to compare two of them. */
const planned = (one: Soll[number] | Stored[number]) => [
  one.pfandartikel_id ?? null,
  one.geraet_id ?? null,
  one.soll_ausgabe ?? 0,
  one.soll_ruecknahme ?? 0,
]

type Stored = ReturnType<typeof storedPositionen>

const storedPositionen = (tenant: TenantDb, lieferung: Lieferzeile) =>
  withPositionen(tenant, [lieferung]).flatMap(({ positionen }) => positionen)

type Planned = Pick<Lieferungsposition, "nummer" | "soll_ausgabe" | "soll_ruecknahme">

/** For the log: "2 × BIER, 1 × FASS zurück". */
export const positionenInWords = (positionen: readonly Planned[]): string =>
  positionen
    .flatMap(({ nummer, soll_ausgabe, soll_ruecknahme }) => [
      ...(soll_ausgabe > 0 ? [`${soll_ausgabe} × ${nummer}`] : []),
      ...(soll_ruecknahme > 0 ? [`${soll_ruecknahme} × ${nummer} zurück`] : []),
    ])
    .join(", ")

/**
 * Every position names exactly one thing, none is named twice, and of a device there is one.
 *
 * @param stueck how many pieces a position moves
 * @param keyOf the same text for positions that name the same thing
 * @throws Refusal invalid with all faults
 */
export function requirePositionen<P extends ArtikelOrGeraet>(
  positionen: P[],
  stueck: (position: P) => number,
  keyOf: (position: P) => string = itemIdOf,
): void {
  const seen = new Set<string>()
  const fault = (position: P): string | undefined => {
    const unclear = namingFault(position)
    if (unclear) return unclear
    const key = keyOf(position)
    if (seen.has(key)) return "steht schon in einer anderen Position"
    seen.add(key)
    return position.geraet_id && stueck(position) > 1 ? "ein Gerät gibt es nur einmal" : undefined
  }
  const errors = positionen.flatMap((position, i): Fault[] => {
    const msg = fault(position)
    return msg === undefined ? [] : [{ location: "body", path: `positionen[${i}]`, msg }]
  })
  if (errors.length > 0) throw invalidFields(errors)
}

const known = query<{ articles: number; devices: number }, { artikel_ids: string; geraet_ids: string }>`
  SELECT
    (SELECT count(*) FROM json_each(:artikel_ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value) AS articles,
    (SELECT count(*) FROM json_each(:geraet_ids) j CROSS JOIN ${geraete} g ON g.id = j.value) AS devices`

/** @throws Refusal missing for an article or a device that is not there */
export function requireKnown(tenant: TenantReader, named: readonly ArtikelOrGeraet[]): void {
  if (named.length === 0) return
  const articles = named.flatMap(({ pfandartikel_id }) => pfandartikel_id || [])
  const devices = named.flatMap(({ geraet_id }) => geraet_id || [])
  const ids = { artikel_ids: JSON.stringify(articles), geraet_ids: JSON.stringify(devices) }
  const found = tenant.first(known, ids)
  if (found?.articles !== articles.length) throw missing("Pfandartikel nicht gefunden")
  if (found.devices !== devices.length) throw missing("Gerät nicht gefunden")
}

/** @throws Refusal invalid with all faults */
export const requireSoll = (positionen: Soll): void =>
  requirePositionen(positionen, ({ soll_ausgabe = 0, soll_ruecknahme = 0 }) => soll_ausgabe + soll_ruecknahme)

const parts = query<{ n: number }, { gebinde_id: string }>`
  SELECT count(*) AS n FROM ${pfandbestandteile} b WHERE b.gebinde_id = :gebinde_id`

/** Refuses a plan that one Vorgang could not book: at the customer's door it is too late to split it. */
function requireFew(tenant: TenantDb, positionen: Soll): void {
  const zeilen = positionen.map(({ pfandartikel_id: gebinde_id }) =>
    gebinde_id ? Math.max(1, tenant.first(parts, { gebinde_id })?.n ?? 0) : 1,
  )
  if (2 * zeilen.reduce((sum, n) => sum + n, 0) <= LONGEST_VORGANG) return
  throw invalid("positionen", "zu viele für eine Lieferung; bitte auf zwei aufteilen")
}

/** @throws Refusal missing for an article or a device that is not there; conflict for one out of use; invalid for too many */
export function replacePositionen(tenant: TenantDb, lieferung_id: string, positionen: Soll): void {
  requireFew(tenant, positionen)
  for (const { id } of tenant.all(positionIds, { lieferung_id })) tenant.delete(lieferpositionen, id)
  for (const soll of positionen) requireAvailable(tenant, soll)
  tenant.insertAll(
    lieferpositionen,
    positionen.map((soll, position) => ({ lieferung_id, position, ...soll })),
  )
}

/** Articles and devices out of use cannot be planned to go out, only to come back. */
function requireAvailable(
  tenant: TenantDb,
  { pfandartikel_id, geraet_id, soll_ausgabe = 0 }: Soll[number],
): void {
  if (pfandartikel_id) {
    const { aktiv, nummer } = tenant.get(pfandartikel, pfandartikel_id, "Pfandartikel nicht gefunden")
    if (aktiv !== 1 && soll_ausgabe > 0) throw conflict(`Der Artikel ${nummer} ist nicht mehr im Umlauf`)
  }
  if (geraet_id) {
    const { status, geraetenummer } = tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
    if (status === "ausgemustert" && soll_ausgabe > 0)
      throw conflict(`Das Gerät ${geraetenummer} ist ausgemustert`)
  }
}

type Seen = readonly (ArtikelOrGeraet & { soll_ausgabe: number })[]

/**
 * Refuses a delivery that a driver completed by an older plan: the office has changed it since, and only people can
 * tell what became of the difference.
 *
 * @param geplant the plan as the driver saw it; undefined where a client does not tell
 * @throws Refusal conflict that names the plan as it is now
 */
export function requireSeen(tenant: TenantDb, lieferung: Lieferzeile, geplant: Seen | undefined): void {
  if (geplant === undefined) return
  const now = storedPositionen(tenant, lieferung).filter(goesOut)
  if (Bun.deepEquals(figures(geplant.filter(goesOut)), figures(now))) return
  const words = now.map(({ soll_ausgabe, bezeichnung }) => `${soll_ausgabe} × ${bezeichnung}`)
  throw conflict(
    `Das Büro hat den Stopp inzwischen geändert; geplant ist jetzt: ${words.join("; ") || "nichts"}. Gebucht ist nichts.`,
  )
}

const goesOut = ({ soll_ausgabe }: Seen[number]): boolean => soll_ausgabe > 0

const figures = (seen: Seen): Record<string, number> =>
  Object.fromEntries(seen.map((one) => [itemIdOf(one), one.soll_ausgabe]))

/**
 * Refuses a delivery that went to another place than is planned by now: its note would name one where nobody was.
 *
 * @param standort_id the place as the driver saw it; undefined where a client does not tell
 * @throws Refusal conflict that names the place as it is now
 */
export function requireSeenPlace(
  tenant: TenantReader,
  lieferung: Placed,
  standort_id: Placed["standort_id"],
): void {
  if (standort_id === undefined || standort_id === (lieferung.standort_id ?? null)) return
  const place = readLieferanschrift(tenant, lieferung) ?? "die Anschrift des Kunden"
  throw conflict(`Das Büro hat den Stopp inzwischen geändert; er geht jetzt an ${place}. Gebucht ist nichts.`)
}
