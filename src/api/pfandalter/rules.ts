import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, pfandartikel, pfandbuchungen, pfandkonten, pfandwerte, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { countLots, takeOldest } from "../../lib/fifo.ts"
import { formatDatum, dayIn } from "../../lib/format.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { csvOf } from "../shared/tabulate.ts"
import { eachPage, type PageOf, type PageRequest } from "../shared/page.ts"
import { SIGNED_QUANTITY } from "../shared/sign.ts"
import { type Ausgabe, type Konto, readGeraet, readLots } from "../pfandlots/lots.ts"
import { readPaid } from "../pfandlots/paid.ts"
import { listSaldenWithLedger } from "../pfandsalden/rules.ts"
import { days, instants, localTime } from "../shared/time.ts"
import type { AgeRow, KundeAgeReply, Steps } from "./model.ts"
import { DAY } from "../../lib/day.ts"
import { compareGerman } from "../../lib/fold.ts"

type Alterszeile = Konto & {
  nummer: string
  bezeichnung: string
  betrag_cent: number
  bestand: number
  wert_cent: number
}

/** A row for each amount at which something of an article was booked, and one for each device. */
const konten = query<Alterszeile, { kunde_id: string }>`
  SELECT k.kunde_id, k.pfandartikel_id, k.geraet_id, coalesce(w.betrag_cent, 0) AS betrag_cent,
    coalesce(w.bestand, k.bestand) AS bestand, k.wert_cent,
    coalesce(a.nummer, g.geraetenummer) AS nummer, coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung
  FROM ${pfandkonten} k
  LEFT JOIN ${pfandwerte} w ON w.pfandartikel_id = k.pfandartikel_id AND w.kunde_id = k.kunde_id
  LEFT JOIN ${pfandartikel} a ON a.id = k.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = k.geraet_id
  WHERE k.kunde_id = :kunde_id AND k.seit_am IS NOT NULL`

/** Rows of the same kind as they were before an instant, by what was captured until then. */
const kontenBefore = query<Alterszeile, { kunde_id: string; zeit: string }>`
  SELECT :kunde_id AS kunde_id, s.pfandartikel_id, s.geraet_id, s.betrag_cent, s.bestand, s.wert_cent,
    coalesce(a.nummer, g.geraetenummer) AS nummer, coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung
  FROM (
    SELECT b.pfandartikel_id, b.geraet_id, iif(b.geraet_id IS NULL, b.betrag_cent, 0) AS betrag_cent,
      sum(${SIGNED_QUANTITY}) AS bestand, sum(b.summe_cent) AS wert_cent
    FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.erfasst_am < :zeit
    GROUP BY b.pfandartikel_id, b.geraet_id, iif(b.geraet_id IS NULL, b.betrag_cent, 0)
  ) s
  LEFT JOIN ${pfandartikel} a ON a.id = s.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = s.geraet_id`

type Altersposten = Static<typeof KundeAgeReply>["posten"][number]

/**
 * Joins when the pieces of an account went out with what was paid for them: both lists are first in, first out, and
 * have as many pieces.
 */
function readHeld(
  tenant: TenantReader,
  konto: Alterszeile,
  zeilen: Alterszeile[],
  until?: string,
): Ausgabe[] {
  if (konto.geraet_id !== null) return readGeraet(tenant, konto, konto.wert_cent, until)
  const held = zeilen.reduce((sum, { bestand }) => sum + bestand, 0)
  const lots = readLots(tenant, konto, held, until)
  const paid = readPaid(tenant, konto, zeilen, { until })
  return lots.flatMap((lot) => takeOldest(paid, lot.menge).map((part) => ({ ...lot, ...part })))
}

/**
 * @param stichtag at whose end it is looked at; today if left out
 * @returns what a customer holds by the day on which it went out, the oldest first
 */
export const listAge = (tenant: TenantReader, kunde_id: string, stichtag?: string): Altersposten[] =>
  [...agesByKonto(tenant, kunde_id, stichtag)]
    .flat()
    .toSorted((a, b) => a.seit.localeCompare(b.seit) || compareGerman(a.nummer, b.nummer))

/** Yields the same, account by account: one customer may hold what twenty thousand bookings brought. */
function* agesByKonto(tenant: TenantReader, kunde_id: string, stichtag?: string): Generator<Altersposten[]> {
  const { zeitzone } = tenant.get(tenants, tenant.id)
  const today = Date.parse(stichtag ?? localTime(tenant).datum)
  const { vor } = instants(tenant, { bis: stichtag })
  const rows =
    vor === undefined ? tenant.all(konten, { kunde_id }) : tenant.all(kontenBefore, { kunde_id, zeit: vor })
  const byKonto = Map.groupBy(rows, ({ pfandartikel_id, geraet_id }) => pfandartikel_id ?? geraet_id)
  for (const zeilen of byKonto.values()) {
    const [konto] = zeilen
    if (!konto) continue
    const { nummer, bezeichnung } = konto
    const ist_geraet = konto.geraet_id !== null
    const byDay = new Map<string, Altersposten>()
    for (const { menge, betrag_cent, erfasst_am } of readHeld(tenant, konto, zeilen, vor)) {
      const seit = dayIn(erfasst_am, zeitzone)
      const age = Math.max(0, (today - Date.parse(seit)) / DAY)
      const day = byDay.getOrInsert(seit, {
        nummer,
        bezeichnung,
        ist_geraet,
        menge: 0,
        wert_cent: 0,
        seit,
        tage: age,
      })
      day.menge += menge
      day.wert_cent += menge * betrag_cent
    }
    yield [...byDay.values()]
  }
}

/** @returns how many pieces these are, and the deposit on them */
export const sumPosten = (posten: readonly Altersposten[]) => ({
  menge: countLots(posten),
  wert_cent: posten.reduce((sum, { wert_cent }) => sum + wert_cent, 0),
})

/** @returns the sums by age, in four steps of days */
export function sumSteps(posten: readonly Altersposten[]): Static<typeof Steps> {
  const stufe = (von: number, bis: number) =>
    sumPosten(posten.filter(({ tage }) => tage >= von && tage <= bis))
  return {
    bis_30: stufe(0, 30),
    bis_90: stufe(31, 90),
    bis_180: stufe(91, 180),
    aelter: stufe(181, Number.POSITIVE_INFINITY),
  }
}

type Saldo = ReturnType<typeof listSaldenWithLedger>["items"][number]

const last = query<{ letzte_am: string | null }, { kunde_id: string }>`
  SELECT max(b.erfasst_am) AS letzte_am FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id`

const toRow = (
  tenant: TenantReader,
  saldo: Saldo,
  posten: readonly Altersposten[],
): Static<typeof AgeRow> => ({
  ...saldo,
  letzte_am: tenant.first(last, { kunde_id: saldo.kunde_id })?.letzte_am ?? null,
  stufen: sumSteps(posten),
})

type AgeRequest = PageRequest & { q?: string; ueber_tagen?: number }

/** The oldest holdings come first; of those who are searched for, who fits best. */
const listFor = (tenant: TenantReader, request: AgeRequest) =>
  listSaldenWithLedger(tenant, { ...(!request.q && { sort: "seit_am" }), ...request })

/** @returns a page of customers with the ages of what they hold */
export function pageAge(tenant: TenantReader, request: AgeRequest): PageOf<Static<typeof AgeRow>> {
  const { items, ...rest } = listFor(tenant, request)
  return { ...rest, items: items.map((saldo) => toRow(tenant, saldo, listAge(tenant, saldo.kunde_id))) }
}

/**
 * @param asked as the list is
 * @returns the same as a table, an account at a time
 * @throws Refusal conflict before anything is written
 */
export function writeAge(
  tenant: TenantReader,
  asked: Pick<AgeRequest, "q" | "ueber_tagen" | "sort">,
): Generator<string> {
  const dayOf = days(tenant)
  const pages = eachPage((request) => listFor(tenant, { ...asked, ...request }), 50)
  const each = function* () {
    for (const page of pages)
      for (const saldo of page) {
        const posten: Altersposten[] = []
        for (const some of agesByKonto(tenant, saldo.kunde_id)) {
          posten.push(...some)
          // Others may go on in between.
          yield []
        }
        yield [toRow(tenant, saldo, posten)]
      }
  }
  return csvOf(
    {
      Kundennummer: ({ kundennummer }) => kundennummer,
      Kunde: ({ name }) => name,
      Saldo: ({ wert_cent }) => new Euro(wert_cent),
      "Ältestes seit": ({ seit_am }) => seit_am && formatDatum(dayOf(seit_am)),
      "0-30 Tage": ({ stufen }) => new Euro(stufen.bis_30.wert_cent),
      "31-90 Tage": ({ stufen }) => new Euro(stufen.bis_90.wert_cent),
      "91-180 Tage": ({ stufen }) => new Euro(stufen.bis_180.wert_cent),
      "über 180 Tage": ({ stufen }) => new Euro(stufen.aelter.wert_cent),
      "Letzte Bewegung": ({ letzte_am }) => letzte_am && formatDatum(dayOf(letzte_am)),
      // Last, where programs that read the others by their place do not meet it.
      "Stück und Geräte": ({ stufen }) => Object.values(stufen).reduce((sum, { menge }) => sum + menge, 0),
    },
    each(),
  )
}
