import type { TenantDb } from "../../../db/tenant-db.ts"
import { entriesOf } from "../table/json-field.ts"
import type { Existing, Given, Importer, Likeness, ImportRow } from "../table/importer.ts"
import type { Duplicate } from "../table/model.ts"
import { numbersAlike } from "./numbers-alike.ts"

/** Decision about a new row that seems to be there already. */
const ANSWERS = ["neu", "dieselbe", "auslassen"] as const
type Answer = (typeof ANSWERS)[number]

/** Answers by row; `*` is for all others. */
type Answers = { asked: boolean; by: ReadonlyMap<string, Answer> }

/** @throws Refusal invalid for what is no such object */
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

/** Records listed beside a row. */
const TOLD = 3
/** Rows of one file that a row is compared with, where many are called the same; of the records at least so many. */
const COMPARED = 50
/** Comparisons with records for all rows of one key: thousands may be called "Privatkunde", here and there. */
const COMPARISONS = 250_000
/** Comparisons, and rows, in one piece. */
const PIECE = { comparisons: 1_000, rows: 50 }
/** Keys of one query. */
const SOUGHT = 500

type Other = { existing: Existing } | { row: ImportRow<unknown> }
type Found = { reasons: Set<string>; others: Map<string, Other> }

/** Rows that may be there already, and what was answered. */
export type Duplicates = {
  isAsked: boolean
  listed: Duplicate[]
  open: number
  /** Rows that are left out. */
  left: number
}

/**
 * Finds new rows that look like a record or like an earlier row, and does with each what was answered.
 *
 * @param again understands a row as the change of a record
 * @returns the rows that are left; those without an answer are new, as they stand
 */
export function* settleDuplicates<I>(
  tenant: TenantDb,
  rows: ImportRow<I>[],
  importer: Importer<I>,
  answers: Answers,
  again: (row: ImportRow<I>, existing: Existing) => ImportRow<I> | undefined,
): Generator<undefined, { rows: ImportRow<I>[]; duplicates: Duplicates }> {
  const found = yield* findDuplicates(tenant, rows, importer)
  const duplicates: Duplicates = { isAsked: answers.asked, listed: [], open: 0, left: 0 }
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
      duplicates.left++
      return []
    }
    return [(answer === "dieselbe" && same && again(row, same)) || row]
  }
  const kept: ImportRow<I>[] = []
  for (const [i, row] of rows.entries()) {
    if (i % PIECE.rows === 0) yield
    kept.push(...settle(row))
  }
  return { rows: kept, duplicates }
}

/** @returns the one record that a row may be, unless another row is that one */
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
    const step = like.atOnce ?? SOUGHT
    for (let i = 0; i < keys.length; i += step) {
      const some = keys.slice(i, i + step)
      const holders = like.holders(tenant, some)
      for (const key of some) yield* note(found, like, byKey.get(key) ?? [], holders.get(key) ?? [])
      yield
    }
  }
  return found
}

/** Notes which of the rows with the same key agree with a record, or with an earlier row. */
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
    if (compared > PIECE.comparisons) {
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
      .slice(0, TOLD)
      .map((other) =>
        "existing" in other
          ? { id: other.existing.id, zeile: null, ...inWords(other.existing.felder as I) }
          : { id: null, zeile: other.row.zeile, ...inWords(other.row.input as I) },
      ),
  }
}

/** @returns whether all is decided that somebody wanted to be asked */
export const isAnswered = ({ isAsked, open }: Duplicates): boolean => !isAsked || open === 0

/** @returns what an import says of duplicates that nobody was asked about, in German */
export function duplicateHint({ isAsked, listed }: Duplicates, isDone: boolean): string[] {
  if (isAsked || listed.length === 0) return []
  const isOne = listed.length === 1
  const became = isOne ? "wurde" : "wurden"
  const becomes = isOne ? "wird" : "werden"
  return [
    `${isOne ? "1 Zeile gibt" : `${listed.length} Zeilen gibt`} es vielleicht schon (siehe doppelte); ohne Antwort ${isDone ? became : becomes} sie neu angelegt`,
  ]
}
