/** @param missing pictures that the archive lacks */
export function warnOfMissing(missing: string[], err: (line: string) => void): void {
  if (missing.length === 0) return
  err(`Achtung: ${missing.length} Bilddateien fehlen, die erste ist ${missing[0]}. Alles andere ist dabei.`)
  err("Suchen und ersetzen: pfandwerk uploads repair")
}
