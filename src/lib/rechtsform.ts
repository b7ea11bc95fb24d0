/** Legal forms, as they stand behind a folded name (fold.ts), and words that go with them. */
const FORMS = [
  "g?gmbh",
  "gesmbh",
  String.raw`ges\.?\s?m\.?\s?b\.?\s?h`,
  "mbh",
  String.raw`ug(?:\s?\(haftungsbeschrankt\))?`,
  "ag",
  "kg",
  "kgaa",
  "ohg",
  "og",
  "gbr",
  "partg",
  "se",
  String.raw`e\.?\s?k(?:fm|fr)?`,
  String.raw`e\.?\s?[gv]`,
  "ltd",
  "limited",
  "inc",
  "sarl",
  String.raw`s\.?a`,
  String.raw`b\.?v`,
  "co",
  // "GmbH u. Co. KG"
  "u(?:nd)?",
  "betriebs",
  "(?:betriebs)?gesellschaft",
].join("|")
const BEHIND = new RegExp(String.raw`(?:[\s,&+-]+(?:${FORMS})\.?)+$`)
const OWNER = /[\s,(]+inh(?:\.|aber(?:in)?\b).*$/
const BEFORE = /^(?:firma|fa\.?)\s+/

/** @returns a folded name without what says who is liable: `adler` of `firma adler gmbh & co. kg`, never nothing */
export function withoutRechtsform(folded: string): string {
  const name = folded.trim()
  const bare = name.replace(BEFORE, "").replace(OWNER, "").replace(BEHIND, "").trim()
  return bare === "" ? name : bare
}

/** @returns the ways in which names with such a form begin */
export const withFirma = (bare: string): string[] => [bare, `firma ${bare}`, `fa. ${bare}`, `fa ${bare}`]
