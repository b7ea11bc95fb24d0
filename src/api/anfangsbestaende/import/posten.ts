import { anfangsvorgaenge } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import type { Actor } from "../../frame/session.ts"
import { asOf } from "../../import/table/day.ts"
import { bookVorgang } from "../../pfandbuchungen/vorgang.ts"
import { derivedId } from "../../shared/claim.ts"

/** Pieces of a single article, maybe below zero; `betrag_cent` is paid per piece, if it is not the article's deposit. */
export type Anfangsposten = { pfandartikel_id: string; menge: number; betrag_cent?: number }

/** @returns the deposit of a row in cents */
export const worth = ({
  menge,
  betrag_cent,
  pfand_cent = 0,
}: {
  menge: number
  betrag_cent?: number
  pfand_cent?: number
}): number => menge * (betrag_cent ?? pfand_cent)

/**
 * Compares a customer's rows with the opening balances that are booked. Pieces without an amount of their own are compared
 * with those at any amount.
 *
 * @returns whether all are booked already, and whether none of these articles is booked
 */
export function compareWithBooked(
  posten: Anfangsposten[],
  booked: Anfangsposten[],
): { isBooked: boolean; isNew: boolean } {
  const piecesOf = ({ pfandartikel_id, betrag_cent }: Anfangsposten): number =>
    booked
      .filter((one) => one.pfandartikel_id === pfandartikel_id)
      .filter((one) => betrag_cent === undefined || one.betrag_cent === betrag_cent)
      .reduce((sum, { menge }) => sum + menge, 0)
  const articles = new Set(posten.map(({ pfandartikel_id }) => pfandartikel_id))
  return {
    isBooked: posten.every((one) => one.menge === piecesOf(one)),
    isNew: !booked.some(({ pfandartikel_id, menge }) => menge !== 0 && articles.has(pfandartikel_id)),
  }
}

/** @returns the pieces of each single article at each amount: a bottle may stand by itself, and be part of a crate */
export function sumOf(rows: readonly { input: { teile?: Anfangsposten[] } }[]): Anfangsposten[] {
  const sums = new Map<string, Anfangsposten>()
  for (const { menge, ...what } of rows.flatMap(({ input }) => input.teile ?? [])) {
    const sum = sums.getOrInsert(`${what.pfandartikel_id} ${what.betrag_cent ?? ""}`, { ...what, menge: 0 })
    sum.menge += menge
  }
  return [...sums.values()].filter(({ menge }) => menge !== 0)
}

type Booking = { kunde_id: string; posten: Anfangsposten[]; id: string; stichtag: string | undefined }

/**
 * Books the balances of one customer. Pieces below zero come last: the document of a Vorgang follows from its first
 * booking.
 */
export function book(tenant: TenantDb, actor: Actor, { kunde_id, posten, id, stichtag }: Booking): void {
  const vorgang_id = derivedId(id, kunde_id)
  const isNegative = ({ menge }: Anfangsposten): boolean => menge < 0
  const isMarked = posten.some(isNegative)
  // Before its bookings: their trigger asks for it.
  if (isMarked) tenant.insert(anfangsvorgaenge, { id: vorgang_id, kunde_id })
  bookVorgang(tenant, actor, {
    vorgang_id,
    kunde_id,
    erfasst_am: asOf(tenant, stichtag),
    ...(isMarked && { grund: "Anfangsbestand" }),
    positionen: posten
      .toSorted((one, other) => Number(isNegative(one)) - Number(isNegative(other)))
      .map((one) => ({
        ...one,
        menge: Math.abs(one.menge),
        art: isNegative(one) ? "korrektur_minus" : "anfangsbestand",
      })),
  })
}
