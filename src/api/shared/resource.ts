import { getTableName } from "drizzle-orm"
import { type Query, queryFrom, type TenantTable, type Value } from "../../db/query.ts"
import type { geraete_suchtexte, kunden_suchtexte, pfandartikel_suchtexte } from "../../db/schema.ts"
import type { NewRow, Patch, Row, TenantDb } from "../../db/tenant-db.ts"
import { type FieldSpecs, fieldsOf } from "../../lib/felder/feld.ts"
import { conflict } from "../../lib/refusal.ts"
import { Created } from "../frame/reply.ts"
import { claimRequest } from "./claim.ts"
import { type Author, changeRow, requireVersion, writeProtokoll } from "./record.ts"

/**
 * Records that people make, change and delete one at a time. What all of them need is here and comes from the declaration
 * of their fields (lib/felder); what is particular to a kind stands in the rules of its folder.
 */

/** What a record is found by: the words in it, and words that only filters use. */
type Words = { text: string; filter?: string }

type Declaration<T extends TenantTable> = {
  table: T
  fields: FieldSpecs
  /** Message for a record that is not there. */
  gone: string
  /** Message for a record that cannot be deleted, as something refers to it. */
  inUse: string
  /** The field that names the record whose parts these are: what is unique is so among them. */
  within?: string
  /** For the full-text search: where words are kept, and those of a record. */
  search?: {
    texts: typeof kunden_suchtexte | typeof geraete_suchtexte | typeof pfandartikel_suchtexte
    wordsOf: (row: Row<T>) => Words
  }
}

/** A field that no two records of a company have in common, the query for who has a value, and the message then. */
type Unique = { name: string; holder: Query<{ id: string }>; taken: string }

type Resource<T extends TenantTable> = Declaration<T> & { unique: readonly Unique[] }

export function resource<T extends TenantTable>(declaration: Declaration<T>): Resource<T> {
  const { table, fields, within } = declaration
  const among = within === undefined ? "" : `${within} = :within AND `
  const unique = fieldsOf(fields).flatMap(([name, { taken }]) => {
    if (taken === undefined) return []
    const holder = queryFrom<{ id: string }>(
      table,
      (rows) => `SELECT id FROM ${rows} WHERE ${among}${name} = :value`,
    )
    return [{ name, taken, holder }]
  })
  return { ...declaration, unique }
}

/**
 * @param input as it was sent: sent again under its id, it finds the record that it made
 * @param values of the new row; asked for only when it is made
 * @returns the record, and whether this request made it
 * @throws Refusal conflict when the id, or the value of a unique field, is taken; what `values` throws
 */
export function createRecord<T extends TenantTable>(
  tenant: TenantDb,
  author: Author,
  records: Resource<T>,
  input: { id?: string | undefined },
  values: () => NewRow<T>,
): Created<Row<T>> {
  const { table, gone, search } = records
  const name = getTableName(table)
  if (!claimRequest(tenant, name, input.id, input))
    return new Created(tenant.get(table, input.id ?? "", gone), false)
  const given = values()
  requireFree(tenant, records, undefined, given)
  const row = tenant.insert(table, given)
  if (search) tenant.insert(search.texts, { id: idOf(row), ...search.wordsOf(row) })
  writeProtokoll(tenant, author, `${name}.angelegt`, table, undefined, row)
  return new Created(row, true)
}

/**
 * @param patch the new values, or a function that makes them from the record as it is
 * @param ifMatch the version that the caller has seen, or undefined
 * @throws Refusal missing; conflict when the value of a unique field is taken; stale; what `patch` throws
 */
export function changeRecord<T extends TenantTable>(
  tenant: TenantDb,
  author: Author,
  records: Resource<T>,
  id: string,
  patch: Patch<T> | ((before: Row<T>) => Patch<T>),
  ifMatch: number | undefined,
): Row<T> {
  const { table, gone, search } = records
  const before = tenant.get(table, id, gone)
  const given = typeof patch === "function" ? patch(before) : patch
  requireFree(tenant, records, before, given)
  const row = changeRow(tenant, author, table, before, given, ifMatch)
  if (search) keepWords(tenant, search.texts, id, search.wordsOf(row))
  return row
}

/**
 * Deletes a record that nothing refers to.
 *
 * @param first checks, or deletes what belongs to it, before that
 * @throws Refusal missing, stale; conflict when something refers to it; what `first` throws
 */
export function deleteRecord<T extends TenantTable>(
  tenant: TenantDb,
  author: Author,
  { table, gone, inUse, search }: Resource<T>,
  id: string,
  ifMatch: number | undefined,
  first: (row: Row<T>) => void = () => {},
): void {
  const row = tenant.get(table, id, gone)
  requireVersion(row as { version?: number }, ifMatch)
  first(row)
  if (search && tenant.find(search.texts, id)) tenant.delete(search.texts, id)
  try {
    tenant.delete(table, id)
  } catch (error) {
    if ((error as { code?: string }).code !== "SQLITE_CONSTRAINT_FOREIGNKEY") throw error
    throw conflict(inUse)
  }
  writeProtokoll(tenant, author, `${getTableName(table)}.geloescht`, table, row, undefined)
}

const idOf = (row: object): string => (row as { id: string }).id

type Values = Readonly<Record<string, unknown>>

/** @param before the record that may already have the values; undefined for a new one */
function requireFree(
  tenant: TenantDb,
  { unique, within }: Pick<Resource<TenantTable>, "unique" | "within">,
  before: Values | undefined,
  values: Values,
): void {
  const among = within === undefined ? {} : { within: { ...before, ...values }[within] as Value }
  for (const { name, holder, taken } of unique) {
    const value = values[name] as Value | undefined
    const other = value ? tenant.first(holder, { value, ...among }) : undefined
    if (other && other.id !== before?.["id"]) throw conflict(taken)
  }
}

/** Lets a record be found by these words, and by no earlier ones. */
function keepWords(
  tenant: TenantDb,
  texts: NonNullable<Declaration<TenantTable>["search"]>["texts"],
  id: string,
  words: Words,
): void {
  const known = tenant.find(texts, id)
  if (!known) tenant.insert(texts, { id, ...words })
  else if (known.text !== words.text || ("filter" in known && known.filter !== words.filter))
    tenant.update(texts, id, words)
}
