import { describe, expect, test } from "bun:test"
import { getTableColumns, getTableName } from "drizzle-orm"
import { AUFBEWAHRT, MITARBEITER, OHNE_PERSON, TEILE } from "../src/api/kunden/person.ts"
import { feldOf } from "../src/lib/felder/tabellen.ts"
import { tables } from "../src/db/tables.ts"

/** Every column that could name a person is declared as such, or as one that does not (src/api/kunden/person.ts). */

/** Ids and instants; the VAT number only looks like one. */
const harmless = /^(?!ust_id$)(?:id|.*_id|.*_am)$/

/** Columns that can hold free text, bytes or a place. */
const columns = tables.flatMap((table) =>
  Object.values(getTableColumns(table))
    .filter(
      (column) => column.getSQLType() !== "integer" && !column.enumValues && !harmless.test(column.name),
    )
    .map(({ name }) => `${getTableName(table)}.${name}`),
)

const listed = (list: Readonly<Record<string, string>>): string[] =>
  Object.entries(list).flatMap(([table, names]) => names.split(" ").map((name) => `${table}.${name}`))

/** Columns that an erasure empties, or removes with their rows. */
const erased = TEILE.flatMap(({ table, danach }) => {
  const name = getTableName(table)
  const own = columns.filter((column) => column.startsWith(`${name}.`))
  return danach === "nichts" ? own : own.filter((column) => (column.split(".")[1] ?? "") in danach)
})
/** Fields that say themselves that they are not personal. */
const said = columns.filter((column) => {
  const [table = "", name = ""] = column.split(".")
  const feld = feldOf(table, name)
  return feld !== undefined && !feld.personal
})
/** Copies of all these, which go with them. */
const copies = ["protokoll.aenderungen"]

describe("every column that can hold something personal", () => {
  const declared = [
    ...erased,
    ...said,
    ...copies,
    ...listed(AUFBEWAHRT),
    ...listed(MITARBEITER),
    ...listed(OHNE_PERSON),
  ]

  test("is declared, once", () => {
    expect(columns.length).toBeGreaterThan(100)
    expect(columns.filter((column) => !declared.includes(column))).toEqual([])
    expect(declared.filter((column, at) => declared.indexOf(column) !== at)).toEqual([])
  })

  test("is there: a declaration of a column that is gone is found", () => {
    expect(declared.filter((column) => !columns.includes(column))).toEqual([])
  })
})

test("every table that belongs to a customer is erased, or is among those that the books need", () => {
  const ofCustomers = tables
    .filter((table) => "kunde_id" in getTableColumns(table))
    .map((table): string => getTableName(table))
  const covered = new Set<string>([
    ...TEILE.map(({ table }) => getTableName(table)),
    ...Object.keys(AUFBEWAHRT),
  ])
  // Figures alone: what is held, and which booking stands in no settlement yet; where a device is.
  const figures =
    "offene_buchungen pfandkonten pfandwerte pfandumbewertungen pfandverluste pfandsalden geraete".split(" ")
  expect(ofCustomers.filter((table) => !covered.has(table)).toSorted()).toEqual(figures.toSorted())
})
