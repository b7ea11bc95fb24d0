import { query, queryFrom } from "../../db/query.ts"
import {
  geraete,
  offene_buchungen,
  pfandartikel,
  pfandbuchungen,
  pfandsalden,
  tenants,
} from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import type { Pieces } from "../../lib/pieces.ts"
import { conflict } from "../../lib/refusal.ts"
import { localTime } from "../time.ts"
import { type Offen, type Rechnung, calculateAbrechnung, stueckOf } from "./rechnen.ts"
import { type Bewegung, EINE_ZEIT_AB, assignSaetze } from "./saetze.ts"

type Tenant = Row<typeof tenants>
type Zeile = Omit<Offen, "klasse" | "steuersatz" | "nummer" | "bezeichnung"> & {
  lfd_nr: number
  artikelnummer: string | null
  artikelbezeichnung: string | null
  ust_klasse: "warenumschliessung" | "transporthilfsmittel" | null
  steuersatz: Offen["steuersatz"] | null
  geraetenummer: string | null
  geraetebezeichnung: string | null
  pfandform: "pfand" | "kaution" | null
}

/** So many bookings stand in one settlement: writing them takes a seventh of a second, in which nobody else writes. */
const BUCHUNGEN = 5000
/** So many of a single day, which cannot be settled in parts. */
const BUCHUNGEN_EINES_TAGES = 20_000

const offene = query<{ id: string }, { kunde_id: string; vor: string }>`
  SELECT o.id FROM ${offene_buchungen} o WHERE o.kunde_id = :kunde_id AND o.erfasst_am < :vor`

/** `ids` as JSON. */
const zeilen = query<Zeile, { ids: string }>`
  SELECT b.lfd_nr, b.id, b.pfandartikel_id, b.geraet_id, b.art, b.menge, b.betrag_cent, b.summe_cent, b.erfasst_am, b.storno_von,
    a.nummer AS artikelnummer, a.bezeichnung AS artikelbezeichnung, a.ust_klasse, a.steuersatz,
    g.geraetenummer, g.bezeichnung AS geraetebezeichnung, g.pfandform
  FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} b ON b.id = j.value
  LEFT JOIN ${pfandartikel} a ON a.id = b.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = b.geraet_id`

const zuViele = query<{ id: string }, { kunde_id: string; vor: string; most: number }>`
  SELECT o.id FROM ${offene_buchungen} o
  WHERE o.kunde_id = :kunde_id AND o.erfasst_am < :vor LIMIT 1 OFFSET :most`

const aelteste = query<{ erfasst_am: string }, { kunde_id: string }>`
  SELECT o.erfasst_am FROM ${offene_buchungen} o WHERE o.kunde_id = :kunde_id ORDER BY o.erfasst_am LIMIT 1`

/** In the order of the ledger. */
const alleZeilen = query<Zeile, { kunde_id: string; nach: number; limit: number }>`
  SELECT b.lfd_nr, b.id, b.pfandartikel_id, b.geraet_id, b.art, b.menge, b.betrag_cent, b.summe_cent, b.erfasst_am, b.storno_von,
    a.nummer AS artikelnummer, a.bezeichnung AS artikelbezeichnung, a.ust_klasse, a.steuersatz,
    g.geraetenummer, g.bezeichnung AS geraetebezeichnung, g.pfandform
  FROM ${pfandbuchungen} b
  LEFT JOIN ${pfandartikel} a ON a.id = b.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = b.geraet_id
  WHERE b.kunde_id = :kunde_id AND b.lfd_nr > :nach ORDER BY b.lfd_nr LIMIT :limit`

const summeOffen = query<{ summe: number | null }, { kunde_id: string }>`
  SELECT sum(b.summe_cent) AS summe FROM ${offene_buchungen} o CROSS JOIN ${pfandbuchungen} b ON b.id = o.id
  WHERE o.kunde_id = :kunde_id`

/** From the index of what is older than the rates of today; most customers have none of it. */
const alte = queryFrom<{ n: number }, { kunde_id: string }>(
  pfandbuchungen,
  (source) =>
    `SELECT 1 AS n FROM ${source} WHERE kunde_id = :kunde_id AND erfasst_am < '${EINE_ZEIT_AB}' LIMIT 1`,
)

const saldo = query<{ wert_cent: number }, { kunde_id: string }>`
  SELECT s.wert_cent FROM ${pfandsalden} s WHERE s.kunde_id = :kunde_id`

/** How a company treats what a settlement is made of. */
export type Regelung = Pick<Tenant, "preise" | "ust_verfahren" | "zeitzone">

function readable(zeile: Zeile, { ust_verfahren }: Regelung): Offen {
  const {
    artikelnummer,
    artikelbezeichnung,
    ust_klasse,
    geraetenummer,
    geraetebezeichnung,
    pfandform,
    ...rest
  } = zeile
  if (ust_klasse === null) {
    const pfand = pfandform === "pfand"
    return {
      ...rest,
      nummer: geraetenummer ?? "",
      bezeichnung: geraetebezeichnung ?? "",
      klasse: pfand ? "geraetepfand" : "kaution",
      steuersatz: pfand ? "regel" : "keine",
    }
  }
  // The simplification is for what goods are packed in; pallets are a supply of their own.
  const untaxed = ust_verfahren === "jahresausgleich" && ust_klasse === "warenumschliessung"
  return {
    ...rest,
    nummer: artikelnummer ?? "",
    bezeichnung: artikelbezeichnung ?? "",
    klasse: ust_klasse,
    steuersatz: untaxed ? "keine" : (zeile.steuersatz ?? "regel"),
  }
}

const bewegung = (offen: Offen): Bewegung => ({
  id: offen.id,
  was: offen.pfandartikel_id ?? offen.geraet_id ?? "",
  stueck: stueckOf(offen),
  erfasst_am: offen.erfasst_am,
  storno_von: offen.storno_von,
  steuersatz: offen.steuersatz,
})

export type Entwurf = Rechnung & { buchungen: Offen[]; anfang_cent: number }

/** So many bookings are read at a stretch: two milliseconds. */
const PIECE = 250

/** @returns the open bookings of a customer that were captured before an instant, in the order of the ledger */
function* readOffene(tenant: TenantDb, kunde_id: string, vor: string): Pieces<Zeile[]> {
  const ids = tenant.all(offene, { kunde_id, vor }).map(({ id }) => id)
  const read: Zeile[] = []
  for (let i = 0; i < ids.length; i += PIECE) {
    yield
    read.push(...tenant.all(zeilen, { ids: JSON.stringify(ids.slice(i, i + PIECE)) }))
  }
  return read.toSorted((a, b) => a.lfd_nr - b.lfd_nr)
}

/** @returns all bookings of a customer, in the order of the ledger */
function* readAlle(tenant: TenantDb, kunde_id: string): Pieces<Zeile[]> {
  const read: Zeile[] = []
  for (let nach = 0; ;) {
    const piece = tenant.all(alleZeilen, { kunde_id, nach, limit: PIECE })
    read.push(...piece)
    nach = piece.at(-1)?.lfd_nr ?? 0
    if (piece.length < PIECE) return read
    yield
  }
}

/**
 * What a settlement of a customer would say: of everything that stands in none yet.
 *
 * @param vor only what was captured before this instant, ISO 8601 UTC
 * @returns no bookings when there is nothing to settle
 * @throws Refusal conflict for a day of which no rate is known, or more bookings than fit into one
 */
export function* draftAbrechnung(
  tenant: TenantDb,
  regelung: Regelung,
  kunde_id: string,
  vor: string,
): Pieces<Entwurf> {
  const read = (zeile: Zeile) => readable(zeile, regelung)
  requireFew(tenant, kunde_id, vor)
  const buchungen = (yield* readOffene(tenant, kunde_id, vor)).map(read)
  const history = tenant.first(alte, { kunde_id }) ? (yield* readAlle(tenant, kunde_id)).map(read) : buchungen
  yield
  const anteile = assignSaetze(history.map(bewegung), regelung.zeitzone)
  yield
  const anfang_cent =
    (tenant.first(saldo, { kunde_id })?.wert_cent ?? 0) - (tenant.first(summeOffen, { kunde_id })?.summe ?? 0)
  yield
  return { buchungen, anfang_cent, ...calculateAbrechnung(buchungen, anteile, regelung.preise) }
}

function requireFew(tenant: TenantDb, kunde_id: string, vor: string): void {
  if (!tenant.first(zuViele, { kunde_id, vor, most: BUCHUNGEN })) return
  const erster = localTime(tenant, tenant.first(aelteste, { kunde_id })?.erfasst_am).datum
  const letzter = localTime(tenant, new Date(Date.parse(vor) - 1).toISOString()).datum
  if (erster < letzter)
    throw conflict(`Mehr als ${BUCHUNGEN} offene Buchungen: bitte erst bis zu einem früheren Tag abrechnen`)
  if (tenant.first(zuViele, { kunde_id, vor, most: BUCHUNGEN_EINES_TAGES }))
    throw conflict(`Mehr als ${BUCHUNGEN_EINES_TAGES} offene Buchungen an einem Tag`)
}

/**
 * The deposit on what goods are packed in that a customer held at an instant, by the rate at which it had gone out,
 * however the company treats it during the year. What comes to nothing is left out.
 *
 * @param vor only what was captured before this instant, ISO 8601 UTC
 * @returns cents by rate in per cent, the highest rate first; net or gross as the company agreed
 * @throws Refusal conflict for a day of which no rate is known
 */
export function* sumUmschliessungen(
  tenant: TenantDb,
  regelung: Regelung,
  kunde_id: string,
  vor: string,
): Pieces<Map<number | null, number>> {
  const laufend: Regelung = { ...regelung, ust_verfahren: "laufend" }
  const buchungen = (yield* readAlle(tenant, kunde_id))
    .filter(({ erfasst_am, ust_klasse }) => erfasst_am < vor && ust_klasse === "warenumschliessung")
    .map((zeile) => readable(zeile, laufend))
  yield
  const anteile = assignSaetze(buchungen.map(bewegung), regelung.zeitzone)
  const summen = new Map<number | null, number>()
  for (const { id, betrag_cent } of buchungen)
    for (const { satz, stueck } of anteile.get(id) ?? [])
      summen.set(satz, (summen.get(satz) ?? 0) + stueck * betrag_cent)
  return new Map([...summen].filter(([, cent]) => cent !== 0).toSorted(([a], [b]) => Number(b) - Number(a)))
}
