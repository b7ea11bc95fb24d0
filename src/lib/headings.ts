import { fold } from "./fold.ts"

/** Short forms within a heading of several words; alone, "Art" is no article. */
const SHORT: Readonly<Record<string, string>> = {
  kd: "kunden",
  kunde: "kunden",
  deb: "debitoren",
  debitor: "debitoren",
  art: "artikel",
  lg: "leergut",
  ger: "gerate",
  inv: "inventar",
  ser: "serien",
  tel: "telefon",
  fon: "telefon",
  str: "strasse",
  bez: "bezeichnung",
  kto: "konto",
  rg: "rechnung",
  rech: "rechnung",
  monatl: "monatlich",
  bem: "bemerkung",
  ansprechp: "ansprechpartner",
  hs: "haus",
  pers: "personal",
  nr: "nummer",
  num: "nummer",
  mwst: "umsatzsteuer",
  ust: "umsatzsteuer",
  dat: "datum",
  kz: "kennzeichen",
}

/** Endings of words that are written in one. */
const ENDINGS: readonly [short: string, long: string][] = [
  ["nr", "nummer"],
  ["kto", "konto"],
  ["bez", "bezeichnung"],
  ["kz", "kennzeichen"],
]

/** Words behind a heading that say how to fill it in: "Kaution EUR", "Aktiv J/N". */
const FILLING = new Set(
  "eur euro cent cents ct in stk stuck tagen monaten jahren j n ja nein pflichtfeld optional tt mm jjjj dd yyyy".split(
    " ",
  ),
)

function whole(word: string): string {
  const long = SHORT[word]
  if (long !== undefined) return long
  const [short, ending] = ENDINGS.find(([end]) => word.length > end.length + 1 && word.endsWith(end)) ?? []
  return short === undefined ? word : whole(word.slice(0, -short.length)) + ending
}

/** Beside those in brackets: `(je Stück)`, `(Pcs)`, `(Nr.)`. */
const OF_ONE = new Set("je pro per st pc pcs nr no zahl anzahl menge ganz ganze ganzzahl".split(" "))

/** @returns what stands in a heading's brackets, if it says more than how to fill it in */
export function inBrackets(heading: string): string | undefined {
  const inside = /[([]([^)\]]+)[)\]]/.exec(heading)?.[1]?.trim() ?? ""
  const words = wordsOf(inside)
  return words.every((word) => FILLING.has(word) || OF_ONE.has(word)) ? undefined : inside
}

/** A hyphen at the end of a line, which parts one word in two, unless another word is left out behind it. */
const PARTED = /(?<=\p{L})[-\u2010]\s+(?!(?:und|u\.|oder|bzw)(?!\p{L}))(?=\p{L})/giu

const wordsOf = (heading: string): string[] =>
  fold(heading.replaceAll(PARTED, "")).match(/[\p{L}\p{N}]+/gu) ?? []

/** A single word keeps its meaning, but for its ending. */
function joined(words: readonly string[]): string {
  const [first = ""] = words
  if (words.length === 1 && SHORT[first]) return first
  return words.map(whole).join("")
}

function withoutFilling(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => !FILLING.has(word))
  return last < 0 ? words : words.slice(0, last + 1)
}

/** @returns the heading as it is compared with others; `Kd.-Nr.` and `Kundennummer` are the same */
export const keyOf = (heading: string): string => joined(wordsOf(heading))

/** Meanings of a heading: as a whole, with and without its unit; before its brackets, and in them. */
export type Keys = { whole: string[]; before: string; inside: string }

/** @returns all forms in which a heading is compared */
export function keysOf(heading: string): Keys {
  const [, before = "", inside = ""] = /^(.*?)[([]([^)\]]*)[)\]]/.exec(heading) ?? []
  const words = wordsOf(heading)
  const least = withoutFilling(words).length
  const ends = Array.from({ length: words.length - least + 1 }, (_, i) => words.length - i)
  return {
    whole: [...new Set(ends.map((end) => joined(words.slice(0, end))))],
    before: joined(withoutFilling(wordsOf(before))),
    inside: joined(wordsOf(inside)),
  }
}

export type Unit = "euro" | "cent" | "packs" | "other"

/** In brackets: five crates, or hectolitres, are not five pieces. */
const IN_PACKS =
  /[([]\s*(?:in\s+)?(?:\d+er|[x×]\s*\d+|K[aä]?st(?:en)?|Kisten?|Tr[aä]gern?|Gebinden?|VPE?|VE|Kartons?|Krt|Pal(?:etten?)?|Dutzend|hl|Liter|Ltr|l|kg|t)(?![\p{L}\d])/iu
/** In brackets: shares, and figures for many pieces. */
const OF_MANY = /[([]\s*(?:in\s+)?(?:%|‰|Prozent)|[([][^)\]]*(?<![\d.,])1(?:00|[ .]?000)(?![\d.,])/iu

/**
 * @returns what a heading says its figures count; `packs` for what holds pieces, `other` for other money, for shares, and
 *   for hundreds or thousands of something
 */
export function unitOf(heading: string): Unit | undefined {
  if (OF_MANY.test(heading)) return "other"
  if (/[$£]|\b(?:chf|sfr|usd|gbp|dm|czk|pln|dkk|tsd|teur)\b|T€/i.test(heading)) return "other"
  if (/¢|\b(?:cts?|cents?)\b/i.test(heading)) return "cent"
  if (/€|\beuro?\b/i.test(heading)) return "euro"
  return IN_PACKS.test(heading) ? "packs" : undefined
}
