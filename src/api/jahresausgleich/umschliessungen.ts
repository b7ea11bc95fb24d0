import type { TenantReader } from "../../db/tenant-db.ts"
import { type Bewegung, everyBewegung } from "../pfandlots/bewegungen.ts"
import type { Regelung } from "../abrechnungen/open.ts"
import { assignSaetze, dueTax, type Share } from "../pfandlots/saetze.ts"

/** Rate and procedure by which deposit was taxed, or will be. */
type Art = Pick<Share, "satz" | "ust_verfahren">
/** Deposit that is taxed in one way: of what a customer has or lost, and how much of it was lost. */
export type Umschliessung = Art & { saldo_cent: number; verloren_cent: number }

/**
 * The deposit on the packaging that was issued to a customer until an instant and did not come back, by the rate at
 * which it had been issued, and the procedure. Where the company settles by the year now, pieces that were taxed when
 * they went out are left out. Lost pieces stay in it: nothing was refunded for them. Sums of zero are left out.
 *
 * @param vor only what was captured before this instant, ISO 8601 UTC
 * @returns cents, net or gross as the company agreed; the highest rate first
 */
export function sumUmschliessungen(
  tenant: TenantReader,
  regelung: Pick<Regelung, "zeitzone" | "ust_verfahren">,
  kunde_id: string,
  vor: string,
): Umschliessung[] {
  const bewegungen = tenant.all(everyBewegung, { kunde_id }).filter(({ erfasst_am }) => erfasst_am < vor)
  const all = sumByArt(bewegungen, regelung)
  // As if what was lost had come back. Most customers lost nothing, and one calculation is enough.
  const back = bewegungen.map((one): Bewegung => ({ ...one, verlust: 0 }))
  const held = bewegungen.some(({ verlust }) => verlust === 1) ? sumByArt(back, regelung) : all
  const sums = new Map(
    [...held, ...all].map(([key, { satz, ust_verfahren }]) => [key, { satz, ust_verfahren }]),
  )
  return [...sums]
    .map(([key, art]) => {
      const saldo_cent = all.get(key)?.cent ?? 0
      return { ...art, saldo_cent, verloren_cent: saldo_cent - (held.get(key)?.cent ?? 0) }
    })
    .filter(({ saldo_cent, verloren_cent }) => saldo_cent !== 0 || verloren_cent !== 0)
    .toSorted(byArt)
}

/** Sorts the highest rate first, and what was taxed at once before what is taxed by the year. */
export const byArt = (a: Art, b: Art): number =>
  Number(b.satz) - Number(a.satz) || b.ust_verfahren.localeCompare(a.ust_verfahren)

/** @returns the same text for what is taxed in the same way */
export const artKey = ({ satz, ust_verfahren }: Art): string => `${satz} ${ust_verfahren}`

function sumByArt(
  bewegungen: readonly Bewegung[],
  regelung: Pick<Regelung, "zeitzone" | "ust_verfahren">,
): Map<string, Art & { cent: number }> {
  const shares = assignSaetze(bewegungen, dueTax(regelung.zeitzone))
  const isDue = ({ klasse, ust_verfahren }: Share): boolean =>
    klasse === "warenumschliessung" &&
    (regelung.ust_verfahren === "laufend" || ust_verfahren === "jahresausgleich")
  const sums = new Map<string, Art & { cent: number }>()
  for (const { id } of bewegungen)
    for (const { satz, ust_verfahren, stueck, betrag_cent } of (shares.get(id) ?? []).filter(isDue)) {
      const art = { satz, ust_verfahren }
      sums.getOrInsertComputed(artKey(art), () => ({ ...art, cent: 0 })).cent += stueck * betrag_cent
    }
  return sums
}
