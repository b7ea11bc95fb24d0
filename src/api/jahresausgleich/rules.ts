import type { Static } from "@sinclair/typebox"
import { tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { formatDatum, formatDezimal } from "../../lib/format.ts"
import { invalid } from "../../lib/refusal.ts"
import { calculateSteuer, type Steuerbetrag } from "../../lib/steuer.ts"
import { BOM, csvLine, harmless } from "../../print/export/csv.ts"
import { sumUmschliessungen, type Umschliessung } from "../abrechnungen/umschliessungen.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { listSaldenWithLedger } from "../pfandsalden/rules.ts"
import { instants, localTime } from "../shared/time.ts"
import type { AusgleichZeile } from "./model.ts"

type Zeile = Static<typeof AusgleichZeile>

/** @returns the day that is looked at, and the instant after it. @throws Refusal invalid for a year to come */
export function endOfYear(tenant: TenantReader, jahr: number): { stichtag: string; vor: string } {
  const heute = localTime(tenant).datum
  if (`${jahr}-01-01` > heute) throw invalid("jahr", "liegt in der Zukunft", "query")
  const last = `${jahr}-12-31`
  const stichtag = last < heute ? last : heute
  return { stichtag, vor: instants(tenant, { bis: stichtag }).vor ?? "" }
}

/** @throws Refusal invalid */
export function pageAusgleich(tenant: TenantReader, jahr: number, page: PageRequest): PageOf<Zeile> {
  const { vor } = endOfYear(tenant, jahr)
  const { items, ...rest } = listSaldenWithLedger(tenant, page)
  return { ...rest, items: items.map((kunde) => ausgleichOf(tenant, kunde, vor)) }
}

type Kunde = Pick<Zeile, "kunde_id" | "kundennummer" | "name">

function ausgleichOf(tenant: TenantReader, { kunde_id, kundennummer, name }: Kunde, vor: string): Zeile {
  const regelung = tenant.get(tenants, tenant.id)
  const saetze = [...sumUmschliessungen(tenant, regelung, kunde_id, vor)].map(([satz, summe]) => ({
    satz,
    ...summe,
    ...calculateSteuer(summe.saldo_cent, satz, regelung.preise),
  }))
  return { id: kunde_id, kunde_id, kundennummer, name, saetze }
}

const cells = (
  satz: number | null,
  { saldo_cent, verloren_cent }: Umschliessung,
  { netto_cent, ust_cent, brutto_cent }: Steuerbetrag,
): string[] => [
  satz === null ? "ohne" : String(satz),
  ...[saldo_cent, netto_cent, ust_cent, brutto_cent, verloren_cent].map(formatDezimal),
]

/**
 * The same of all customers as a table, a customer at a time. The VAT of the sums at its end is reckoned once on each sum,
 * and need not be that of the lines added up.
 *
 * @throws Refusal invalid before anything is written
 */
export function writeAusgleich(tenant: TenantReader, jahr: number): Generator<string> {
  const { stichtag, vor } = endOfYear(tenant, jahr)
  const { preise } = tenant.get(tenants, tenant.id)
  return (function* () {
    yield BOM +
      csvLine([
        "Stichtag",
        "Kundennummer",
        "Kunde",
        "Steuersatz",
        "Pfandsaldo",
        "Netto",
        "Umsatzsteuer",
        "Brutto",
        "Davon verloren",
      ])
    const summen = new Map<number | null, Umschliessung>()
    const tag = formatDatum(stichtag)
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = listSaldenWithLedger(tenant, { limit: 50, ...(cursor !== undefined && { cursor }) })
      for (const one of page.items) {
        const { kundennummer, name, saetze } = ausgleichOf(tenant, one, vor)
        const kunde = [harmless(kundennummer), harmless(name)]
        for (const { satz, saldo_cent, verloren_cent } of saetze) {
          const before = summen.get(satz) ?? { saldo_cent: 0, verloren_cent: 0 }
          summen.set(satz, {
            saldo_cent: before.saldo_cent + saldo_cent,
            verloren_cent: before.verloren_cent + verloren_cent,
          })
        }
        yield saetze.map((zeile) => csvLine([tag, ...kunde, ...cells(zeile.satz, zeile, zeile)])).join("")
      }
      cursor = page.next_cursor ?? undefined
    }
    for (const [satz, summe] of [...summen].toSorted(([a], [b]) => Number(b) - Number(a))) {
      const steuer = calculateSteuer(summe.saldo_cent, satz, preise)
      yield csvLine([tag, "", "Summe", ...cells(satz, summe, steuer)])
    }
  })()
}
