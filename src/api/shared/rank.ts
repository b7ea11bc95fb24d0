import { fold, telephoneBook } from "../../lib/fold.ts"

/** Columns of a found row that ranking needs; `codes` is an array of them as JSON. */
export type Hit = { nr: number; id: string; number: string; name: string; codes?: string | null }
export type Place = [klasse: number, name: string, id: string]

/** Ranking compares this many characters of a name, so that cursors stay short. */
const LENGTH = 40

export type Ranked = { hit: Hit; place: Place }

/** @returns the hits, best first */
export function rank(hits: Hit[], q: string): Ranked[] {
  const typed = q.trim().toLowerCase()
  const folded = fold(q.trim())
  return hits
    .map((hit): Ranked => {
      const number = hit.number.toLowerCase()
      const begins = number.startsWith(typed) || fold(hit.name).startsWith(folded)
      const place = number === typed ? 0 : codesOf(hit).includes(typed) ? 1 : begins ? 2 : 3
      return { hit, place: [place, telephoneBook(hit.name).slice(0, LENGTH), hit.id] }
    })
    .toSorted((a, b) => compare(a.place, b.place))
}

/** Orders two places, as `toSorted` asks. */
export function compare(a: Place, b: Place): number {
  if (a[0] !== b[0]) return a[0] - b[0]
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1
  return a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0
}

const codesOf = ({ codes }: Hit): string[] =>
  codes ? (JSON.parse(codes) as (string | null)[]).map((code) => code?.toLowerCase() ?? "") : []
