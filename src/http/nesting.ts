const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * A few bytes of `[[[[…` would make the parser build, and throw away, thousands of nested lists.
 *
 * @param json in UTF-8, valid or not
 * @returns whether lists and objects are nested more than `levels` deep
 */
export function isNestedDeeper(json: Uint8Array, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfText(json, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > levels) return true
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
    }
  }
  return false
}

/** @returns where the text that begins at `start` ends, with both of its quotes */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
