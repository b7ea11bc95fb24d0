import { fold } from "./fold.ts"

/** Short forms in a heading of several words. As the only word, `Art` is not short for `Artikel`. */
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

/** Short endings of compound words: `Kundennr`. */
const ENDINGS: readonly [short: string, long: string][] = [
  ["nr", "nummer"],
  ["kto", "konto"],
  ["bez", "bezeichnung"],
  ["kz", "kennzeichen"],
]

/** Words at the end of a heading that say how to fill it in: `Kaution EUR`, `Aktiv J/N`. */
const FILLING = new Set(
  "eur euro cent cents ct in stk stuck tagen monaten jahren j n ja nein pflichtfeld optional tt mm jjjj dd yyyy".split(
    " ",
  ),
)

/** @returns the word in full: `kundennr` → `kundennummer` */
function inFull(word: string): string {
  const long = SHORT[word]
  if (long !== undefined) return long
  const [short, ending] = ENDINGS.find(([end]) => word.length > end.length + 1 && word.endsWith(end)) ?? []
  return short === undefined ? word : inFull(word.slice(0, -short.length)) + ending
}

/** Further such words in brackets: `(je Stück)`, `(Pcs)`, `(Nr.)`. */
const FILLING_IN_BRACKETS = new Set(
  "je pro per st pc pcs nr no zahl anzahl menge ganz ganze ganzzahl".split(" "),
)

/** @returns what stands in a heading's brackets, if it says more than how to fill it in */
export function inBrackets(heading: string): string | undefined {
  const inside = /[([]([^)\]]+)[)\]]/.exec(heading)?.[1]?.trim() ?? ""
  const words = wordsOf(inside)
  return words.every((word) => FILLING.has(word) || FILLING_IN_BRACKETS.has(word)) ? undefined : inside
}

/** A hyphen that breaks a word at the end of a line; not the one of `Vor- und Nachname`. */
const BROKEN = /(?<=\p{L})[-\u2010]\s+(?!(?:und|u\.|oder|bzw)(?!\p{L}))(?=\p{L})/giu

const wordsOf = (heading: string): string[] =>
  fold(heading.replaceAll(BROKEN, "")).match(/[\p{L}\p{N}]+/gu) ?? []

/** @returns the words in full, as one; a single short form stays as it is */
function joined(words: readonly string[]): string {
  const [first = ""] = words
  if (words.length === 1 && SHORT[first]) return first
  return words.map(inFull).join("")
}

function withoutFilling(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => !FILLING.has(word))
  return last < 0 ? words : words.slice(0, last + 1)
}

/** @returns the heading in a form for comparing: `Kd.-Nr.` and `Kundennummer` give the same */
export const keyOf = (heading: string): string => joined(wordsOf(heading))

/**
 * The keys of a heading: `whole` with all its words, and without one or more filling words at its end; `before` its
 * brackets, and `inside` them.
 */
export type Keys = { whole: string[]; before: string; inside: string }

/** @returns all keys by which a heading may be known */
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

/** What a heading says its figures count: `packs` hold pieces; `other` is other money, or a share, or hundreds. */
export type Unit = "euro" | "cent" | "packs" | "other"

/** Packages and measures in brackets: five crates are not five pieces. */
const IN_PACKS =
  /[([]\s*(?:in\s+)?(?:\d+er|[x×]\s*\d+|K[aä]?st(?:en)?|Kisten?|Tr[aä]gern?|Gebinden?|VPE?|VE|Kartons?|Krt|Pal(?:etten?)?|Dutzend|hl|Liter|Ltr|l|kg|t)(?![\p{L}\d])/iu
/** Shares in brackets, and figures for hundreds or thousands of pieces. */
const OF_MANY = /[([]\s*(?:in\s+)?(?:%|‰|Prozent)|[([][^)\]]*(?<![\d.,])1(?:00|[ .]?000)(?![\d.,])/iu

/** @returns the unit that a heading names; undefined without one */
export function unitOf(heading: string): Unit | undefined {
  if (OF_MANY.test(heading)) return "other"
  if (/[$£]|\b(?:chf|sfr|usd|gbp|dm|czk|pln|dkk|tsd|teur)\b|T€/i.test(heading)) return "other"
  if (/¢|\b(?:cts?|cents?)\b/i.test(heading)) return "cent"
  if (/€|\beuro?\b/i.test(heading)) return "euro"
  return IN_PACKS.test(heading) ? "packs" : undefined
}
