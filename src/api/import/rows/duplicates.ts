import type { TenantDb } from "../../../db/tenant-db.ts"
import { entriesOf } from "../table/json-field.ts"
import type { Existing, Given, Importer, Likeness, ImportRow } from "../table/importer.ts"
import type { Duplicate } from "../table/model.ts"
import { numbersAlike } from "./numbers-alike.ts"

/** Answers to the question what becomes of a new row that may be stored already. */
const ANSWERS = ["neu", "dieselbe", "auslassen"] as const
type Answer = (typeof ANSWERS)[number]

/** Answers by row number; `*` holds for all other rows. `asked` is set if the request wants to be asked. */
type Answers = { asked: boolean; by: ReadonlyMap<string, Answer> }

/** @param text of the form field `doppelte`, JSON @throws Refusal invalid if it is no such object */
export function readAnswers(text: string | undefined): Answers {
  if (text === undefined) return { asked: false, by: new Map() }
  const known = new Set<unknown>(ANSWERS)
  const entries = entriesOf<Answer>(
    "doppelte",
    text,
    `muss ein JSON-Objekt sein: Zeile oder * → ${ANSWERS.join(", ")}`,
    ([row, answer]) => /^(?:\*|\d{1,7})$/.test(row) && known.has(answer),
  )
  return { asked: true, by: new Map(entries) }
}

/** Most records and rows listed beside a duplicate. */
const MOST_LISTED = 3
/** Most earlier rows of the file with the same key that a row is compared with. */
const COMPARED = 50
/** Most comparisons with stored records for all rows of one key: thousands may be called `Privatkunde` in both. */
const COMPARISONS = 250_000
/** Comparisons, and rows, between two yields. */
const AT_ONCE = { comparisons: 1_000, rows: 50 }
/** Keys looked up by one query. */
const KEYS_AT_ONCE = 500

type Other = { existing: Existing } | { row: ImportRow<unknown> }
type Found = { reasons: Set<string>; others: Map<string, Other> }

/** New rows that may be stored already. */
export type Duplicates = {
  isAsked: boolean
  listed: Duplicate[]
  /** Rows without an answer. */
  open: number
  /** Rows that are left out. */
  omitted: number
}

/**
 * Finds new rows that resemble a stored record or an earlier row, and follows the answers.
 *
 * @param asChange understands a row as a change of a record; undefined if that is not valid
 * @returns the rows to be imported. A row without an answer stays new
 */
export function* settleDuplicates<I>(
  tenant: TenantDb,
  rows: ImportRow<I>[],
  importer: Importer<I>,
  answers: Answers,
  asChange: (row: ImportRow<I>, existing: Existing) => ImportRow<I> | undefined,
): Generator<undefined, { rows: ImportRow<I>[]; duplicates: Duplicates }> {
  const found = yield* findDuplicates(tenant, rows, importer)
  const duplicates: Duplicates = { isAsked: answers.asked, listed: [], open: 0, omitted: 0 }
  const claimed = new Set(rows.flatMap(({ existing }) => existing?.id ?? []))
  const settle = (row: ImportRow<I>): ImportRow<I>[] => {
    const duplicate = found.get(row)
    if (!duplicate) return [row]
    const same = sameOf(duplicate, claimed)
    const possible = ANSWERS.filter((answer) => answer !== "dieselbe" || same)
    const given = answers.by.get(String(row.zeile)) ?? answers.by.get("*")
    const answer = possible.find((one) => one === given)
    duplicates.listed.push({
      ...listedOf(row, duplicate, importer),
      antworten: possible,
      antwort: answer ?? null,
    })
    if (answer === undefined) duplicates.open++
    if (answer === "auslassen") {
      duplicates.omitted++
      return []
    }
    return [(answer === "dieselbe" && same && asChange(row, same)) || row]
  }
  const kept: ImportRow<I>[] = []
  for (const [i, row] of rows.entries()) {
    if (i % AT_ONCE.rows === 0) yield
    kept.push(...settle(row))
  }
  return { rows: kept, duplicates }
}

/** @returns the only record that a row resembles, unless another row changes that record */
function sameOf({ others }: Found, claimed: ReadonlySet<string>): Existing | undefined {
  const there = [...others.values()].flatMap((other) => ("existing" in other ? [other.existing] : []))
  const [one] = there
  return one && there.length === 1 && !claimed.has(one.id) ? one : undefined
}

function* findDuplicates<I>(
  tenant: TenantDb,
  rows: ImportRow<I>[],
  importer: Importer<I>,
): Generator<undefined, Map<ImportRow<I>, Found>> {
  const found = new Map<ImportRow<I>, Found>()
  const added = rows.filter(({ existing }) => !existing)
  for (const like of [...numbersAlike(importer), ...(importer.likeness ?? [])]) {
    const byKey = new Map<string, ImportRow<I>[]>()
    for (const row of added) {
      const keys = new Set([like.key(row.input) ?? []].flat())
      for (const key of keys) if (key !== "") byKey.getOrInsert(key, []).push(row)
    }
    const keys = [...byKey.keys()]
    const step = like.atOnce ?? KEYS_AT_ONCE
    for (let i = 0; i < keys.length; i += step) {
      const some = keys.slice(i, i + step)
      const holders = like.holders(tenant, some)
      for (const key of some) yield* note(found, like, byKey.get(key) ?? [], holders.get(key) ?? [])
      yield
    }
  }
  return found
}

/** Notes which rows with the same key agree with a record, or with an earlier row. Every row is compared with a few. */
function* note<I>(
  found: Map<ImportRow<I>, Found>,
  { name, agrees = () => true }: Likeness<I>,
  rows: ImportRow<I>[],
  there: Existing[],
): Generator<undefined, void> {
  const holders = there.slice(0, Math.max(COMPARED, Math.ceil(COMPARISONS / rows.length)))
  let compared = 0
  for (const [i, row] of rows.entries()) {
    compared += holders.length + Math.min(i, COMPARED)
    if (compared > AT_ONCE.comparisons) {
      compared = 0
      yield
    }
    const others: [string, Other][] = [
      ...holders
        .filter(({ felder }) => agrees(row.input as Given, felder))
        .map((existing): [string, Other] => [existing.id, { existing }]),
      ...rows
        .slice(0, Math.min(i, COMPARED))
        .filter(({ input }) => agrees(row.input as Given, input as Given))
        .map((other): [string, Other] => [String(other.zeile), { row: other }]),
    ]
    if (others.length === 0) continue
    const duplicate = found.getOrInsertComputed(row, () => ({ reasons: new Set(), others: new Map() }))
    duplicate.reasons.add(name)
    for (const [id, other] of others) duplicate.others.set(id, other)
  }
}

function listedOf<I>(
  { zeile, input, given }: ImportRow<I>,
  { reasons, others }: Found,
  { number, name, details }: Importer<I>,
): Omit<Duplicate, "antwort" | "antworten"> {
  const inWords = (fields: I) => ({
    nummer: number(fields) ?? null,
    name: name(fields),
    angaben: details(fields, given),
  })
  return {
    zeile,
    ...inWords(input),
    gleich: [...reasons],
    mit: [...others.values()]
      .slice(0, MOST_LISTED)
      .map((other) =>
        "existing" in other
          ? { id: other.existing.id, zeile: null, ...inWords(other.existing.felder as I) }
          : { id: null, zeile: other.row.zeile, ...inWords(other.row.input as I) },
      ),
  }
}

/** @returns whether the request has answered all it wanted to be asked */
export const isAnswered = ({ isAsked, open }: Duplicates): boolean => !isAsked || open === 0

/** @returns a hint, in German, on duplicates if the request does not want to be asked */
export function duplicateHint({ isAsked, listed }: Duplicates, isDone: boolean): string[] {
  if (isAsked || listed.length === 0) return []
  const isOne = listed.length === 1
  const became = isOne ? "wurde" : "wurden"
  const becomes = isOne ? "wird" : "werden"
  return [
    `${isOne ? "1 Zeile gibt" : `${listed.length} Zeilen gibt`} es vielleicht schon (siehe doppelte); ohne Antwort ${isDone ? became : becomes} sie neu angelegt`,
  ]
}
