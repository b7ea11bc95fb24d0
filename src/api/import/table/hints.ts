/** Names in a hint; the others are counted. */
const NAMED = 5

/** @returns `Adler, Bär und 3 weitere` */
export const someOf = (names: readonly string[], named = NAMED): string => {
  const more = names.length - named
  return names.slice(0, named).join(", ") + (more > 0 ? ` und ${more} weitere` : "")
}

const DEPOSIT = /pfand|kaution|deposit|leergut|sicherheit/i

/** @returns the heading under which a deposit was read, where it may stand for another amount, in German */
export const otherThanDeposit = (
  columns: readonly { heading: string; spalte: { feld: string } | undefined }[],
): string[] =>
  columns
    .filter(({ heading, spalte }) => spalte?.feld === "pfand_cent" && !DEPOSIT.test(heading))
    .map(
      ({ heading }) =>
        `Was unter „${heading}“ steht, ist als Pfand gelesen. Ist es das Pfand, und nicht der Preis der Ware?`,
    )
