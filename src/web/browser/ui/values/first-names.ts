/** How many are named in a question or a title. */
const NAMED = 5

/**
 * @param between the separator; another one for names that may contain a comma
 * @returns the first names in one line, and how many more there are
 */
export function firstNames(names: readonly string[], between = ", "): string {
  const more = names.length - NAMED
  // A single one more takes no more room than to say so.
  if (more <= 1) return names.join(between)
  return `${names.slice(0, NAMED).join(between)} und ${more} weitere`
}
