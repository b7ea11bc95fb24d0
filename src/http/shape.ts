const QUOTE = 0x22
const BACKSLASH = 0x5c

/** A delivery with its list of positions nests three levels deep. */
const LEVELS = 16

/** Fields of a whole body: the largest booking that fits into one has 2500. */
const FIELDS = 3000

/** Most fields of one object, twice those of any record: many in one object cost the parser four times as much. */
const EACH = 120

/**
 * A few bytes of `[[[[…` would make the parser build, and throw away, thousands of nested lists.
 *
 * @param json in UTF-8, valid or not
 * @returns in German, why it is not worth parsing
 */
export function shapeFault(json: Uint8Array): string | undefined {
  let depth = 0
  let fields = 0
  const ofEach = new Uint8Array(LEVELS + 1)
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfText(json, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > LEVELS) return "zu tief verschachtelt"
        ofEach[depth] = 0
        break
      case 0x3a: // :
        ofEach[depth] = (ofEach[depth] ?? 0) + 1
        if (++fields > FIELDS || (ofEach[depth] ?? 0) > EACH) return "zu viele Felder"
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
    }
  }
  return undefined
}

/** @returns where the text that begins at `start` ends, with both of its quotes */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
