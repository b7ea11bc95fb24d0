/** Names in a hint; the others are counted. */
const NAMED = 5

/** @returns `Adler, Bär und 3 weitere` */
export const someOf = (names: readonly string[]): string => {
  const more = names.length - NAMED
  return names.slice(0, NAMED).join(", ") + (more > 0 ? ` und ${more} weitere` : "")
}
