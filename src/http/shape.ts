const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Maximum depth of nesting; a delivery with its list of positions has three levels. */
const LEVELS = 16

/** Maximum number of fields in a body; the largest booking that fits into one has 2500. */
const FIELDS = 3000

/** Maximum number of fields in one object, twice as many as any record has: large objects are slow to parse. */
const FIELDS_OF_ONE = 120

/**
 * Checks a body's shape before it is parsed: for `[[[[…` the parser would make a list of every byte.
 *
 * @param json UTF-8, valid or not
 * @returns the reason for refusing the body, in German; undefined if it may be parsed
 */
export function shapeFault(json: Uint8Array): string | undefined {
  let depth = 0
  let fields = 0
  /** Number of fields so far in the object that is open at each depth. */
  const fieldsAt = new Uint8Array(LEVELS + 1)
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfText(json, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > LEVELS) return "zu tief verschachtelt"
        fieldsAt[depth] = 0
        break
      case 0x3a: // :
        fieldsAt[depth] = (fieldsAt[depth] ?? 0) + 1
        if (++fields > FIELDS || (fieldsAt[depth] ?? 0) > FIELDS_OF_ONE) return "zu viele Felder"
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
    }
  }
  return undefined
}

/** @returns the position of a string's closing quote; its opening quote is at `start` */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
