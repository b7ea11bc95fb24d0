import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, pfandartikel, pfandbuchungen, pfandkonten, tenants } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { formatDezimal, formatDatum, tagVon } from "../../lib/format.ts"
import { atOnce, type Pieces } from "../../lib/pieces.ts"
import { BOM, csvLine, harmless } from "../../print/export/csv.ts"
import type { PageOf, PageRequest } from "../page.ts"
import { lastBuchung } from "../pfandbuchungen/vorgang.ts"
import { listSaldenWithLedger } from "../pfandsalden/rules.ts"
import { instants, localTime } from "../time.ts"
import type { AlterZeile, KundeAlterReply, Stufen } from "./model.ts"

type Konto = {
  pfandartikel_id: string | null
  geraet_id: string | null
  bestand: number
  nummer: string
  bezeichnung: string
}

const konten = query<Konto, { kunde_id: string }>`
  SELECT k.pfandartikel_id, k.geraet_id, k.bestand, coalesce(a.nummer, g.geraetenummer) AS nummer,
    coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung
  FROM ${pfandkonten} k
  LEFT JOIN ${pfandartikel} a ON a.id = k.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = k.geraet_id
  WHERE k.kunde_id = :kunde_id AND k.bestand > 0 ORDER BY nummer`

/** The same as it was before an instant, by what was captured until then. */
const kontenVor = query<Konto, { kunde_id: string; zeit: string }>`
  SELECT s.pfandartikel_id, s.geraet_id, s.bestand, coalesce(a.nummer, g.geraetenummer) AS nummer,
    coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung
  FROM (
    SELECT b.pfandartikel_id, b.geraet_id,
      sum(CASE WHEN b.art IN ('ruecknahme', 'korrektur_minus') THEN -b.menge ELSE b.menge END) AS bestand
    FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.erfasst_am < :zeit
    GROUP BY b.pfandartikel_id, b.geraet_id
  ) s
  LEFT JOIN ${pfandartikel} a ON a.id = s.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = s.geraet_id
  WHERE s.bestand > 0 ORDER BY nummer`

type Ausgabe = { lfd_nr: number; menge: number; betrag_cent: number; erfasst_am: string }
/** Only what was captured before `zeit`. */
type Suche = { kunde_id: string; was: string; zeit: string; vor: number; limit: number }

/** What went out and still counts, the latest first: a Storno and what it undoes cancel each other. */
const artikelausgaben = query<Ausgabe, Suche>`
  SELECT b.lfd_nr, b.menge, b.betrag_cent, b.erfasst_am FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id = :was AND b.lfd_nr < :vor
    AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL AND +b.erfasst_am < :zeit
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id AND +s.erfasst_am < :zeit)
  ORDER BY b.lfd_nr DESC LIMIT :limit`

const geraeteausgaben = query<Ausgabe, Suche>`
  SELECT b.lfd_nr, b.menge, b.betrag_cent, b.erfasst_am FROM ${pfandbuchungen} b
  WHERE b.geraet_id = :was AND +b.kunde_id = :kunde_id AND b.lfd_nr < :vor
    AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL AND +b.erfasst_am < :zeit
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id AND +s.erfasst_am < :zeit)
  ORDER BY b.lfd_nr DESC LIMIT :limit`

/** So much is read at a stretch. */
const PAGE = 50
/** After every instant. */
const ALWAYS = "9999"

type Posten = Static<typeof KundeAlterReply>["posten"][number]

/** Of what a balance is made: of the bookings before a number, captured before an instant. */
type Stand = Pick<Suche, "kunde_id" | "vor" | "zeit">

/**
 * First in, first out: what is still there went out last. So the latest issues are counted back until the balance is
 * reached; what no issue explains is as old as the oldest.
 */
function* readLots(tenant: TenantDb, konto: Konto, stand: Stand): Pieces<Ausgabe[]> {
  const { pfandartikel_id, geraet_id } = konto
  const { kunde_id, zeit } = stand
  const was = pfandartikel_id ?? geraet_id ?? ""
  const lots: Ausgabe[] = []
  let rest = konto.bestand
  for (let { vor } = stand; rest > 0;) {
    yield
    const suche = { kunde_id, was, zeit, vor, limit: PAGE }
    const page =
      pfandartikel_id === null ? tenant.all(geraeteausgaben, suche) : tenant.all(artikelausgaben, suche)
    for (const lot of page) {
      const menge = Math.min(rest, lot.menge)
      rest -= menge
      lots.push({ ...lot, menge })
      if (rest === 0) return lots
    }
    const last = page.at(-1)
    if (!last) return lots
    vor = last.lfd_nr
  }
  return lots
}

/**
 * @param stichtag at whose end it is looked at; today if left out
 * @returns what a customer holds by the day on which it went out, the oldest first
 */
export const listAlter = (tenant: TenantDb, kunde_id: string, stichtag?: string): Posten[] =>
  atOnce(readAlter(tenant, kunde_id, stichtag))

function* readAlter(tenant: TenantDb, kunde_id: string, stichtag?: string): Pieces<Posten[]> {
  const { zeitzone } = tenant.get(tenants, tenant.id)
  const heute = Date.parse(stichtag ?? localTime(tenant).datum)
  const zeit = stichtag === undefined ? ALWAYS : (instants(tenant, { bis: stichtag }).vor ?? ALWAYS)
  const gehalten =
    stichtag === undefined ? tenant.all(konten, { kunde_id }) : tenant.all(kontenVor, { kunde_id, zeit })
  // What is booked between two pieces is in none of these balances.
  const stand = { kunde_id, zeit, vor: lastBuchung(tenant).lfd_nr + 1 }
  const posten: Posten[] = []
  for (const konto of gehalten) {
    const { nummer, bezeichnung } = konto
    const tage = new Map<string, Posten>()
    for (const { menge, betrag_cent, erfasst_am } of yield* readLots(tenant, konto, stand)) {
      const seit = tagVon(erfasst_am, zeitzone)
      const known = tage.get(seit)
      const alter = Math.max(0, Math.round((heute - Date.parse(seit)) / 86_400_000))
      tage.set(seit, {
        nummer,
        bezeichnung,
        menge: (known?.menge ?? 0) + menge,
        wert_cent: (known?.wert_cent ?? 0) + menge * betrag_cent,
        seit,
        tage: alter,
      })
    }
    posten.push(...tage.values())
  }
  return posten.toSorted((a, b) =>
    a.seit < b.seit ? -1 : a.seit > b.seit ? 1 : a.nummer.localeCompare(b.nummer, "de"),
  )
}

/** @returns the sums of four ages */
export function sumStufen(posten: readonly Posten[]): Static<typeof Stufen> {
  const stufe = (von: number, bis: number) =>
    posten
      .filter(({ tage }) => tage >= von && tage <= bis)
      .reduce(
        (sum, { menge, wert_cent }) => ({ menge: sum.menge + menge, wert_cent: sum.wert_cent + wert_cent }),
        {
          menge: 0,
          wert_cent: 0,
        },
      )
  return {
    bis_30: stufe(0, 30),
    bis_90: stufe(31, 90),
    bis_180: stufe(91, 180),
    aelter: stufe(181, Number.POSITIVE_INFINITY),
  }
}

/** @returns a page of customers with the ages of what they hold */
export const pageAlter = (tenant: TenantDb, request: PageRequest): PageOf<Static<typeof AlterZeile>> =>
  atOnce(readPageOfAlter(tenant, request))

function* readPageOfAlter(tenant: TenantDb, request: PageRequest): Pieces<PageOf<Static<typeof AlterZeile>>> {
  const { items, ...rest } = listSaldenWithLedger(tenant, request)
  const zeilen: Static<typeof AlterZeile>[] = []
  for (const saldo of items)
    zeilen.push({ ...saldo, stufen: sumStufen(yield* readAlter(tenant, saldo.kunde_id)) })
  return { ...rest, items: zeilen }
}

/** @returns the same of all customers as a table, a page at a time: whoever holds something longest comes first */
export function* writeAlter(tenant: TenantDb): Generator<string | void> {
  yield BOM +
    csvLine([
      "Kundennummer",
      "Kunde",
      "Saldo",
      "Ältestes seit",
      "0-30 Tage",
      "31-90 Tage",
      "91-180 Tage",
      "über 180 Tage",
    ])
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const request = { sort: "seit_am", limit: 50, ...(cursor !== undefined && { cursor }) }
    const page = yield* readPageOfAlter(tenant, request)
    yield page.items
      .map(({ kundennummer, name, wert_cent, seit_am, stufen }) =>
        csvLine([
          harmless(kundennummer),
          harmless(name),
          formatDezimal(wert_cent),
          seit_am === null ? "" : formatDatum(seit_am),
          ...[stufen.bis_30, stufen.bis_90, stufen.bis_180, stufen.aelter].map((stufe) =>
            formatDezimal(stufe.wert_cent),
          ),
        ]),
      )
      .join("")
    cursor = page.next_cursor ?? undefined
  }
}
