import type { Static } from "@sinclair/typebox"
import { tenants } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { formatDatum, formatDezimal } from "../../lib/format.ts"
import { atOnce, type Pieces } from "../../lib/pieces.ts"
import { invalid } from "../../lib/refusal.ts"
import { calculateSteuer, type Steuerbetrag } from "../../lib/steuer.ts"
import { BOM, csvLine, harmless } from "../../print/export/csv.ts"
import { sumUmschliessungen } from "../abrechnungen/offen.ts"
import type { PageOf, PageRequest } from "../page.ts"
import { listSaldenWithLedger } from "../pfandsalden/rules.ts"
import { instants, localTime } from "../time.ts"
import type { AusgleichZeile } from "./model.ts"

type Zeile = Static<typeof AusgleichZeile>

/** @returns the day that is looked at, and the instant after it. @throws Refusal invalid for a year to come */
function endOfYear(tenant: TenantDb, jahr: number): { stichtag: string; vor: string } {
  const heute = localTime(tenant).datum
  if (`${jahr}-01-01` > heute) throw invalid("jahr", "liegt in der Zukunft", "query")
  const last = `${jahr}-12-31`
  const stichtag = last < heute ? last : heute
  return { stichtag, vor: instants(tenant, { bis: stichtag }).vor ?? "" }
}

/** @throws Refusal invalid; conflict for a booking of a day without a known rate */
export const pageAusgleich = (tenant: TenantDb, jahr: number, page: PageRequest): PageOf<Zeile> =>
  atOnce(readAusgleich(tenant, jahr, page))

function* readAusgleich(tenant: TenantDb, jahr: number, page: PageRequest): Pieces<PageOf<Zeile>> {
  const { vor } = endOfYear(tenant, jahr)
  const regelung = tenant.get(tenants, tenant.id)
  const { items, ...rest } = listSaldenWithLedger(tenant, page)
  const zeilen: Zeile[] = []
  for (const { kunde_id, kundennummer, name } of items) {
    yield
    const summen = yield* sumUmschliessungen(tenant, regelung, kunde_id, vor)
    const saetze = [...summen].map(([satz, saldo_cent]) => ({
      satz,
      saldo_cent,
      ...calculateSteuer(saldo_cent, satz, regelung.preise),
    }))
    zeilen.push({ id: kunde_id, kunde_id, kundennummer, name, saetze })
  }
  return { ...rest, items: zeilen }
}

const amounts = ({ netto_cent, ust_cent, brutto_cent }: Steuerbetrag): string[] =>
  [netto_cent, ust_cent, brutto_cent].map(formatDezimal)
const rate = (satz: number | null): string => (satz === null ? "ohne" : String(satz))

/**
 * The same of all customers as a table, a page at a time. The VAT of the sums at its end is reckoned once on each sum,
 * and need not be that of the lines added up.
 *
 * @throws Refusal invalid before anything is written; conflict, as above, amid the table, which then ends as a failed
 *   download
 */
export function writeAusgleich(tenant: TenantDb, jahr: number): Generator<string | void> {
  const { stichtag } = endOfYear(tenant, jahr)
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
      ])
    const summen = new Map<number | null, number>()
    const tag = formatDatum(stichtag)
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const request = { limit: 50, ...(cursor !== undefined && { cursor }) }
      const page = yield* readAusgleich(tenant, jahr, request)
      yield page.items
        .flatMap(({ kundennummer, name, saetze }) =>
          saetze.map((zeile) => {
            const { satz, saldo_cent } = zeile
            summen.set(satz, (summen.get(satz) ?? 0) + saldo_cent)
            const kunde = [harmless(kundennummer), harmless(name)]
            return csvLine([tag, ...kunde, rate(satz), formatDezimal(saldo_cent), ...amounts(zeile)])
          }),
        )
        .join("")
      cursor = page.next_cursor ?? undefined
    }
    for (const [satz, summe] of [...summen].toSorted(([a], [b]) => Number(b) - Number(a))) {
      const steuer = calculateSteuer(summe, satz, preise)
      yield csvLine([tag, "", "Summe", rate(satz), formatDezimal(summe), ...amounts(steuer)])
    }
  })()
}
