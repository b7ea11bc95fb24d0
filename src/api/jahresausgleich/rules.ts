import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { pfandbuchungen, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { formatDatum } from "../../lib/format.ts"
import { invalid } from "../../lib/refusal.ts"
import { calculateSteuer, type Steuerbetrag } from "../../lib/steuer.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { artKey, byArt, sumUmschliessungen, type Umschliessung } from "./umschliessungen.ts"
import { eachPage } from "../shared/page.ts"
import { type Columns, csvOf } from "../shared/tabulate.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { listSaldenWithLedger } from "../pfandsalden/rules.ts"
import { instants, localTime } from "../shared/time.ts"
import { firstNumber } from "../shared/ledger-numbers.ts"
import type { AusgleichZeile, JahresNachtrag } from "./model.ts"

type Ausgleichszeile = Static<typeof AusgleichZeile>
type Nachtrag = Static<typeof JahresNachtrag>

/**
 * @returns 31 December, or today in the current year, and the instant at which that day ends
 * @throws Refusal invalid for a year to come
 */
export function endOfYear(tenant: TenantReader, jahr: number): { stichtag: string; vor: string } {
  const today = localTime(tenant).datum
  if (`${jahr}-01-01` > today) throw invalid("jahr", "liegt in der Zukunft", "query")
  const last = `${jahr}-12-31`
  const stichtag = last < today ? last : today
  return { stichtag, vor: instants(tenant, { bis: stichtag }).vor ?? "" }
}

/** @throws Refusal invalid */
export function pageAusgleich(
  tenant: TenantReader,
  jahr: number,
  page: PageRequest,
): PageOf<Ausgleichszeile> {
  const { vor } = endOfYear(tenant, jahr)
  const { items, ...rest } = listSaldenWithLedger(tenant, page)
  return { ...rest, items: items.map((kunde) => ausgleichOf(tenant, kunde, vor)) }
}

/**
 * Bookings of then that were made since: by their numbers, as nobody books before what is booked already. What is taxed
 * at once is left out as in the list (`sumUmschliessungen`), unless the company taxes all at once.
 */
const bookedLater = query<Omit<Nachtrag, "stichtag">, { ab_nr: number; vor: string; verfahren: string }>`
  SELECT count(*) AS anzahl, coalesce(sum(n.summe_cent), 0) AS summe_cent, max(n.gebucht_am) AS zuletzt_am FROM (
    SELECT b.summe_cent, b.gebucht_am FROM ${pfandbuchungen} b
    WHERE b.lfd_nr >= :ab_nr AND b.gebucht_am >= :vor AND b.erfasst_am < :vor AND b.klasse = 'warenumschliessung'
      AND (:verfahren = 'laufend' OR b.ust_verfahren = 'jahresausgleich')
    LIMIT 1000000) n`

/**
 * @returns what was booked after a year's end with a day before it: the list of that year says something else since
 * @throws Refusal invalid for a year to come
 */
export function sumBookedLater(tenant: TenantReader, jahr: number): Nachtrag {
  const { stichtag, vor } = endOfYear(tenant, jahr)
  const { ust_verfahren: verfahren } = tenant.get(tenants, tenant.id)
  const later = tenant.getFirst(bookedLater, { ab_nr: firstNumber(tenant, vor), vor, verfahren })
  return { stichtag, ...later }
}

type Kunde = Pick<Ausgleichszeile, "kunde_id" | "kundennummer" | "name">

function ausgleichOf(
  tenant: TenantReader,
  { kunde_id, kundennummer, name }: Kunde,
  vor: string,
): Ausgleichszeile {
  const regelung = tenant.get(tenants, tenant.id)
  const saetze = sumUmschliessungen(tenant, regelung, kunde_id, vor).map((sum) => ({
    ...sum,
    ...calculateSteuer(sum.saldo_cent, sum.satz, regelung.preise),
  }))
  return { id: kunde_id, kunde_id, kundennummer, name, saetze }
}

/** A customer's or the company's deposit at one rate. */
type SumRow = { kundennummer: string; name: string } & Umschliessung & Steuerbetrag

const COLUMNS: Columns<SumRow> = {
  Kundennummer: (one) => one.kundennummer,
  Kunde: (one) => one.name,
  Steuersatz: (one) => one.satz ?? "ohne",
  Pfandsaldo: (one) => new Euro(one.saldo_cent),
  Netto: (one) => new Euro(one.netto_cent),
  Umsatzsteuer: (one) => new Euro(one.ust_cent),
  Brutto: (one) => new Euro(one.brutto_cent),
  "Davon verloren": (one) => new Euro(one.verloren_cent),
  Verfahren: (one) => one.ust_verfahren,
}

/**
 * The year's balances of all customers as a table, a customer at a time. The VAT of the sums at its end is calculated
 * once on each sum, and need not be that of the lines added up.
 *
 * @throws Refusal invalid before anything is written
 */
export function writeAusgleich(tenant: TenantReader, jahr: number): Generator<string> {
  const { stichtag, vor } = endOfYear(tenant, jahr)
  const { preise } = tenant.get(tenants, tenant.id)
  const rows = function* (): Generator<SumRow[]> {
    const sums = new Map<string, Umschliessung>()
    for (const page of eachPage((request) => listSaldenWithLedger(tenant, request), 50))
      for (const kunde of page) {
        const { kundennummer, name, saetze } = ausgleichOf(tenant, kunde, vor)
        for (const { satz, ust_verfahren, saldo_cent, verloren_cent } of saetze) {
          const key = artKey({ satz, ust_verfahren })
          const empty = { satz, ust_verfahren, saldo_cent: 0, verloren_cent: 0 }
          const sum = sums.getOrInsert(key, empty)
          sum.saldo_cent += saldo_cent
          sum.verloren_cent += verloren_cent
        }
        yield saetze.map((zeile) => ({ kundennummer, name, ...zeile }))
      }
    yield [...sums.values()].toSorted(byArt).map((sum) => {
      const steuer = calculateSteuer(sum.saldo_cent, sum.satz, preise)
      return { kundennummer: "", name: "Summe", ...sum, ...steuer }
    })
  }
  const day = formatDatum(stichtag)
  return csvOf({ Stichtag: () => day, ...COLUMNS }, rows())
}
