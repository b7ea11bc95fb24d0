import type { TenantReader } from "../../db/tenant-db.ts"
import { assignSaetze } from "./saetze.ts"
import type { Share } from "./tax-lots.ts"
import { everyZeile, type Regelung, taxed, type Zeile } from "./zeilen.ts"

/** Deposit at one rate: of what a customer has or lost, and how much of it was lost. */
export type Umschliessung = { saldo_cent: number; verloren_cent: number }

/**
 * The deposit on the packaging that was issued to a customer until an instant and did not come back, by the rate at
 * which it had been issued, whichever way the company settles during the year. Where it settles by the year now, pieces
 * that were taxed when they went out are left out. Lost pieces stay in it: nothing was refunded for them. Rates with a
 * sum of zero are left out.
 *
 * @param vor only what was captured before this instant, ISO 8601 UTC
 * @returns cents by rate in per cent, the highest rate first; net or gross as the company agreed
 */
export function sumUmschliessungen(
  tenant: TenantReader,
  regelung: Pick<Regelung, "zeitzone" | "ust_verfahren">,
  kunde_id: string,
  vor: string,
): Map<number | null, Umschliessung> {
  const zeilen = tenant.all(everyZeile, { kunde_id }).filter(({ erfasst_am }) => erfasst_am < vor)
  const all = sumBySatz(zeilen, regelung, true)
  // Of most customers nothing was lost, and one reckoning does.
  const held = zeilen.some(({ verlust }) => verlust === 1) ? sumBySatz(zeilen, regelung, false) : all
  const sums = [...new Set([...all.keys(), ...held.keys()])].map((satz) => {
    const saldo_cent = all.get(satz) ?? 0
    return [satz, { saldo_cent, verloren_cent: saldo_cent - (held.get(satz) ?? 0) }] as const
  })
  return new Map(
    sums
      .filter(([, { saldo_cent, verloren_cent }]) => saldo_cent !== 0 || verloren_cent !== 0)
      .toSorted(([a], [b]) => Number(b) - Number(a)),
  )
}

/** @param withLost lost pieces count as if the customer still had them; else as if they had come back */
function sumBySatz(
  zeilen: readonly Zeile[],
  regelung: Pick<Regelung, "zeitzone" | "ust_verfahren">,
  withLost: boolean,
): Map<number | null, number> {
  const bewegungen = zeilen.map(taxed).map((one) => ({ ...one, verlust: one.verlust && withLost }))
  const shares = assignSaetze(bewegungen, regelung.zeitzone)
  const isDue = ({ klasse, ust_verfahren }: Share): boolean =>
    klasse === "warenumschliessung" &&
    (regelung.ust_verfahren === "laufend" || ust_verfahren === "jahresausgleich")
  const sums = new Map<number | null, number>()
  for (const { id } of zeilen)
    for (const { satz, stueck, betrag_cent } of (shares.get(id) ?? []).filter(isDue))
      sums.set(satz, (sums.get(satz) ?? 0) + stueck * betrag_cent)
  return sums
}
