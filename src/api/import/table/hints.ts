/** Names in a hint; the others are counted. */
const NAMED = 5

/** @returns `Adler, Bär und 3 weitere` */
export const someOf = (names: readonly string[], named = NAMED): string => {
  const more = names.length - named
  return names.slice(0, named).join(", ") + (more > 0 ? ` und ${more} weitere` : "")
}
