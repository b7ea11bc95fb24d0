/** Finds the code page of a German text: spreadsheets do not name it, so its letters have to show it. */

type CodePage = { name: string; decode: (bytes: Uint8Array) => string }

/** The upper halves of two code pages for which there is no decoder. */
const CP850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0"
const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0"

function byTable(upper: string): CodePage["decode"] {
  const codes = Uint16Array.from({ length: 256 }, (_, byte) =>
    byte < 128 ? byte : upper.charCodeAt(byte - 128),
  )
  const decoder = new TextDecoder("utf-16le")
  return (bytes) => {
    const text = new Uint16Array(bytes.length)
    for (let i = 0; i < bytes.length; i++) text[i] = codes[bytes[i] ?? 0] ?? 0
    return decoder.decode(text)
  }
}

function byDecoder(label: string): CodePage["decode"] {
  const decoder = new TextDecoder(label as "windows-1252")
  return (bytes) => decoder.decode(bytes)
}

/** Assumed as long as it gives German text; any other one gets a hint. */
export const WINDOWS: CodePage = { name: "Windows-1252", decode: byDecoder("windows-1252") }
/** Code pages with the same umlauts: only foreign names tell them apart. */
const neighbours: readonly CodePage[] = [
  { name: "Windows-1250 (polnisch, tschechisch, ungarisch)", decode: byDecoder("windows-1250") },
  { name: "ISO 8859-2 (polnisch, tschechisch, ungarisch)", decode: byDecoder("iso-8859-2") },
  { name: "Windows-1254 (türkisch)", decode: byDecoder("windows-1254") },
]
const others: readonly CodePage[] = [
  { name: "DOS (Codepage 850)", decode: byTable(CP850) },
  { name: "DOS (Codepage 437)", decode: byTable(CP437) },
  { name: "Macintosh (Mac Roman)", decode: byDecoder("macintosh") },
]

/** Most signs beyond ASCII that are looked at. */
const LOOKED_AT = 5000
/**
 * Shares of misplaced signs: a wrong code page has at least `WRONG`; the right one at most `ODD`, as some people write so.
 */
const WRONG = 0.3
const ODD = 0.05

type Reading = {
  page: CodePage
  cost: number
  /** Share of misplaced signs, and the place of the first one. */
  wrong: number
  odd: number | undefined
  /** Umlauts in words. */
  umlauts: number
}

/**
 * A code page; the place of the first misplaced sign, and of the first that may be another letter in another code page.
 */
export type Found = { page: CodePage; odd: number | undefined; doubtful?: number | undefined }

/**
 * @param bytes not UTF-8
 * @returns the code page that makes sense of the text; undefined if none does, or several do
 */
export function codePageOf(bytes: Uint8Array): Found | undefined {
  const signs = surroundingsOf(bytes)
  const windows = readingOf(WINDOWS, signs)
  const beside = neighbours.map((page) => readingOf(page, signs))
  const further = others.map((page) => readingOf(page, signs))
  const sorted = [windows, ...beside, ...further].toSorted((a, b) => a.cost - b.cost)
  const [best = windows] = sorted
  if (!further.includes(best)) return amongNeighbours(windows, beside, signs)
  const isClear = best.wrong <= ODD && windows.wrong >= WRONG && best.umlauts > 0
  const isRival = (one: Reading): boolean =>
    one !== best && one.cost === best.cost && differs(one, best, signs) !== undefined
  return isClear && !sorted.some(isRival) ? best : undefined
}

/** Least difference of costs that decides. */
const CLEAR = 3
/** Below this difference of costs, a hint says that a letter may be another one. */
const DOUBTFUL = 2

function amongNeighbours(
  windows: Reading,
  beside: readonly Reading[],
  signs: readonly Sign[],
): Found | undefined {
  const [best] = beside.toSorted((a, b) => a.cost - b.cost)
  if (best && windows.cost - best.cost >= CLEAR && best.wrong <= ODD) {
    const isRival = (one: Reading): boolean =>
      one.cost - best.cost < DOUBTFUL && differs(one, best, signs) !== undefined
    return beside.some(isRival) ? undefined : best
  }
  if (windows.wrong > WRONG) return undefined
  const likely = beside.filter((one) => one.wrong <= ODD && one.cost - windows.cost < DOUBTFUL)
  const doubtful = likely.flatMap((one) => differs(one, windows, signs) ?? [])
  return { ...windows, doubtful: doubtful.length === 0 ? undefined : Math.min(...doubtful) }
}

/** @returns the place of the first sign that is another letter in the other code page */
const differs = (one: Reading, other: Reading, signs: readonly Sign[]): number | undefined =>
  signs.find(({ around }) => one.page.decode(around)[AROUND] !== other.page.decode(around)[AROUND])?.at

/** Bytes on each side of a sign. */
const AROUND = 2
type Sign = { at: number; around: Uint8Array }

function surroundingsOf(bytes: Uint8Array): Sign[] {
  const found: Sign[] = []
  const around = (at: number): Uint8Array =>
    Uint8Array.from({ length: 2 * AROUND + 1 }, (_, i) => bytes[at - AROUND + i] ?? 32)
  for (let at = 0; at < bytes.length && found.length < LOOKED_AT; at++)
    if ((bytes[at] ?? 0) >= 128) found.push({ at, around: around(at) })
  return found
}

function readingOf(page: CodePage, signs: readonly Sign[]): Reading {
  const costs = signs.map(({ around }) => costOf(page.decode(around)))
  const wrong = costs.filter((cost) => cost >= MISPLACED).length
  return {
    page,
    cost: costs.reduce((sum, cost) => sum + cost, 0),
    wrong: wrong / signs.length,
    odd: signs[costs.findIndex((cost) => cost >= MISPLACED)]?.at,
    umlauts: costs.filter((cost) => cost === 0).length,
  }
}

const MISPLACED = 8
const UNLIKELY = 4
const isLetter = (sign: string): boolean => /\p{Script=Latin}/u.test(sign) && !/[ªºﬁﬂ]/.test(sign)
const isUpper = (sign: string): boolean => isLetter(sign) && /\p{Lu}/u.test(sign)
const isLower = (sign: string): boolean => isLetter(sign) && /\p{Ll}/u.test(sign)

/**
 * @param text five signs
 * @returns how odd the third one is in a German text: from 0 to MISPLACED
 */
function costOf(text: string): number {
  const [, before = " ", sign = " ", behind = " ", next = " "] = [...text]
  // No word has three of them in a row, unless it is Greek, Russian or the like.
  if ([before, sign, behind].every((one) => one > "\x7f" && isLetter(one))) return MISPLACED
  if (isLetter(sign)) {
    if (!isInWord(sign, { before, behind, next })) return MISPLACED
    return rarityOf(sign) + (isClash(sign, { before, behind, next }) ? UNLIKELY : 0)
  }
  if (sign === "\u00A0" && isLetter(before) && isLower(behind)) return UNLIKELY
  return isInPlace(sign, before, behind) ? rarityOf(sign) : MISPLACED
}

const isVowel = (sign: string): boolean => /[aeiou]/i.test(sign.normalize("NFD"))

/** @returns whether a foreign letter is implausible: a vowel among vowels, or a consonant among consonants */
function isClash(sign: string, { before, behind }: Near): boolean {
  const near = [before, behind].filter(isLetter)
  if (/[ðþÐÞ]/.test(sign)) return true
  if (/ý/.test(sign)) return isLetter(before) && isLetter(behind) && !isVowel(behind) && !/[chm]/.test(behind)
  if (/[èêÈÊ]/.test(sign)) return near.some((one, i) => isVowel(one) && !(i === 0 && /i/i.test(before)))
  if (/[ïÏ]/.test(sign)) return !near.some(isVowel)
  if (/[œŒ]/.test(sign)) return near.some((one) => isVowel(one) && !/u/i.test(one))
  if (/[õÕ]/.test(sign)) return !/e/i.test(behind)
  if (/[ìòøæåÌÒØÆÅ]/.test(sign)) return near.some(isVowel)
  if (/[ùÙ]/.test(sign)) return near.some((one) => isVowel(one) && !/o/i.test(one))
  return (
    /[čďĺňřŕćśńČĎĹŇŘŔĆŚŃ]/.test(sign) && near.length === 2 && !near.some((one) => isVowel(one) || one === "y")
  )
}

/** @returns how rare a sign is in German texts, from 0 to 3 */
function rarityOf(sign: string): number {
  if (/[äöüßÄÖÜ]/.test(sign)) return 0
  if (/[đĐţŢ]/.test(sign)) return 3
  if (isLetter(sign)) return /[éèàáâêôçÉñûœøåæ]/.test(sign) ? 1 : 2
  return /[„“”‚‘’–—…€°§²³½¼¾«»´\u00A0\u00AD]/.test(sign) ? 1 : 3
}

type Near = { before: string; behind: string; next: string }

/** @returns whether a letter fits its word: small behind a capital, or all of them capitals */
function isInWord(sign: string, { before, behind, next }: Near): boolean {
  if (!isLetter(before) && !isLetter(behind)) return /[àÀ]/.test(sign)
  if (sign === "ß" && !isLetter(before)) return false
  if (isLower(sign)) return !isUpper(behind)
  if (isLower(before) || (isUpper(before) && isLower(behind))) return false
  return !(isUpper(behind) && isLower(next) && !isUpper(before))
}

/** @returns whether a sign that is no letter stands where it belongs */
function isInPlace(sign: string, before: string, behind: string): boolean {
  const isBetween = isLetter(before) && isLetter(behind)
  if (/[„‚«‹¿¡]/.test(sign)) return !isLetter(before)
  if (sign === "’") return true
  if (sign === "´") return isLetter(before)
  if (/[“”‘»›]/.test(sign)) return !isBetween
  if (/[–—]/.test(sign)) return (!isBetween || isUpper(behind)) && !/[–—]/.test(before + behind)
  if (/[°²³•·§\u00A0\u00AD½¼¾×±µ]/.test(sign)) return !isBetween || /[\u00A0\u00AD]/.test(sign)
  if (/[€£¥©®™…†‡‰¹÷]/.test(sign)) return !isLetter(behind)
  return false
}
