/** Pieces, also below zero; at an amount of their own, if they have one. */
export type Anfangsposten = { pfandartikel_id: string; menge: number; betrag_cent?: number }

/** @returns the deposit of a row in cents: at its own amount, or at that of its article */
export const worth = ({
  menge,
  betrag_cent,
  pfand_cent = 0,
}: {
  menge: number
  betrag_cent?: number
  pfand_cent?: number
}): number => menge * (betrag_cent ?? pfand_cent)

/** Compares with the opening balances that a customer has of these articles; pieces without an amount with those of any. */
export function compare(
  posten: Anfangsposten[],
  there: Anfangsposten[],
): { isThere: boolean; isNew: boolean } {
  const piecesOf = ({ pfandartikel_id, betrag_cent }: Anfangsposten): number =>
    there
      .filter((one) => one.pfandartikel_id === pfandartikel_id)
      .filter((one) => betrag_cent === undefined || one.betrag_cent === betrag_cent)
      .reduce((sum, { menge }) => sum + menge, 0)
  const articles = new Set(posten.map(({ pfandartikel_id }) => pfandartikel_id))
  return {
    isThere: posten.every((one) => one.menge === piecesOf(one)),
    isNew: !there.some(({ pfandartikel_id, menge }) => menge !== 0 && articles.has(pfandartikel_id)),
  }
}

/** Pieces of each single article at each amount; a bottle may be one by itself, and in a crate. */
export function sumOf(rows: readonly { input: { teile?: Anfangsposten[] } }[]): Anfangsposten[] {
  const sums = new Map<string, Anfangsposten>()
  for (const { menge, ...what } of rows.flatMap(({ input }) => input.teile ?? [])) {
    const sum = sums.getOrInsert(`${what.pfandartikel_id} ${what.betrag_cent ?? ""}`, { ...what, menge: 0 })
    sum.menge += menge
  }
  return [...sums.values()].filter(({ menge }) => menge !== 0)
}
