import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, standorte } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { standortfelder } from "../../lib/felder/standort.ts"
import { seen } from "../../lib/lookalikes.ts"
import { existingOf } from "../import/rows/existing.ts"
import { findTwice } from "../import/rows/taken.ts"
import { type ImportColumn, fieldsInWords } from "../import/table/columns.ts"
import type { Given, Importer, ImportRow, RowFault } from "../import/table/importer.ts"
import {
  debitorColumn,
  kundeInWords,
  isKundenangabe,
  type FoundKunde,
  type Kundenangabe,
  kundenFinder,
  kundennameColumn,
  kundeColumn,
  kundenHints,
} from "../import/table/kunde.ts"
import { hintsOf } from "../import/table/hints.ts"
import { oddPlaces, splitPostcode, wholePlz } from "../import/table/places.ts"
import { columnsOf } from "../import/table/field-columns.ts"
import { kundenHeadings } from "../kunden/import/foreign-headings.ts"
import { NewStandort } from "./model.ts"
import { changeStandort, createStandort, deleteStandort, type Standort } from "./rules.ts"

/** A Standort as its row says it, and the customer whom the row names. */
type New = Static<typeof NewStandort> & { gefunden?: FoundKunde }

const NAME = standortfelder.name.heading
/** @returns the column without the heading `Standort`, which means the name here, and not the customer */
const ofKunde = (column: ImportColumn): ImportColumn => ({
  ...column,
  auch: (column.auch ?? []).filter((word) => word !== NAME),
})

const kundenColumn = ofKunde({
  ...kundeColumn("Wessen Standort es ist: die Nummer, oder ein Name, den nur einer hat"),
  required: true,
  oder: ["debitor", "kundenname"],
})

/** Addresses have the same headings as those of customers. */
const { name: _ofKunde, ...addressHeadings } = kundenHeadings

/** Columns of Standorte, for imports and exports. */
export const standortColumns = [kundenColumn, ...columnsOf(standortfelder, {}, addressHeadings)]

/** Columns that the import reads; an export has the customer's name in a column of its own. */
const columnsIn: readonly ImportColumn[] = [
  ...standortColumns,
  ofKunde(kundennameColumn("Name des Kunden")),
  debitorColumn,
]

type Known = Standort & { kundennummer: string }

const ofKunden = query<Known, { ids: string }>`
  SELECT s.*, k.kundennummer FROM json_each(:ids) j
  CROSS JOIN ${standorte} s ON s.kunde_id = j.value CROSS JOIN ${kunden} k ON k.id = s.kunde_id`

const existing = ({ kundennummer, ...standort }: Known) =>
  existingOf(standortColumns, standort, { kunde: kundennummer })

/** @returns the stored Standort with the name and the customer of a row */
function findStandort(tenant: TenantDb, given: Given) {
  const found = kundenFinder(tenant, [given as Kundenangabe])(given as Kundenangabe)
  if (!found || "msg" in found) return undefined
  const there = tenant.all(ofKunden, { ids: JSON.stringify([found.kunde.id]) })
  const one = there.find(({ name }) => name === String(given["name"]).normalize("NFC"))
  return one && existing(one)
}

/** Finds the customers. @returns the faults */
function resolve(tenant: TenantDb, rows: ImportRow<New>[]): RowFault[] {
  const find = kundenFinder(
    tenant,
    rows.map(({ given }) => given as Kundenangabe),
  )
  return rows.flatMap(({ zeile, given, input, patch }) => {
    for (const field of Object.keys(patch)) if (isKundenangabe(field)) delete patch[field]
    const found = find(given as Kundenangabe)
    if (!found) return [{ zeile, feld: "kunde", msg: "fehlt: wessen Standort ist es?" }]
    if ("msg" in found) return [{ zeile, ...found }]
    input.kunde_id = found.kunde.id
    input.gefunden = found.kunde
    return []
  })
}

const nameOf = ({ kunde_id, name }: { kunde_id: string; name: string }): string => `${kunde_id} ${name}`

/** @returns faults of names that the same customer has twice, in the file or among the stored ones */
function checkTogether(tenant: TenantDb, rows: ImportRow<New>[]): RowFault[] {
  const known = rows.filter(({ input }) => input.gefunden)
  const ids = JSON.stringify([...new Set(known.map(({ input }) => input.kunde_id))])
  const holders = new Map(tenant.all(ofKunden, { ids }).map((one) => [nameOf(one), one.id]))
  const twice = findTwice(known, ({ input }) => nameOf(input))
  const taken = known.filter(({ input, existing: before }) => {
    const holder = holders.get(nameOf(input))
    return holder !== undefined && holder !== before?.id
  })
  return [
    ...twice.map(({ zeile, first }) => ({ zeile, feld: "name", msg: `steht schon in Zeile ${first}` })),
    ...taken.map(({ zeile }) => ({ zeile, feld: "name", msg: "gibt es bei diesem Kunden schon" })),
  ]
}

/** @returns a hint, in German, of names that differ only in capitals from another one of the same customer */
function spelledTwice(tenant: TenantDb, rows: ImportRow<New>[]): string[] {
  const ids = JSON.stringify([...new Set(rows.map(({ input }) => input.kunde_id))])
  const keyOf = (one: { kunde_id: string; name: string }): string => nameOf({ ...one, name: seen(one.name) })
  const names = new Map(tenant.all(ofKunden, { ids }).map((one) => [keyOf(one), one.name]))
  const examples = rows.flatMap(({ input, existing: before }) => {
    const other = names.getOrInsert(keyOf(input), input.name)
    return before || other === input.name ? [] : [`${input.name} – ${other}`]
  })
  return hintsOf(
    "[Ein Standort heißt|# Standorte heißen] bis auf große und kleine Buchstaben wie ein anderer desselben Kunden. Ist es derselbe?",
    examples,
  )
}

/** @returns a hint, in German, of names that are only numbers: the real ones may stand in another column */
const numbered = (rows: readonly ImportRow<New>[]): string[] =>
  hintsOf(
    "[Ein Standort heißt|# Standorte heißen] nur wie eine Nummer. Steht der Name in einer anderen Spalte?",
    rows.flatMap(({ input: { name } }) => (/^\d+$/.test(name) ? name : [])),
  )

/** @param parse checks one Standort, as POST /api/standorte does */
export const standorteImporter = (parse: (input: unknown) => unknown): Importer<New> => ({
  art: "standorte",
  one: "Standort",
  many: "Standorte",
  was: "Standorte",
  about: "Jede Zeile nennt den Kunden, mit seiner Nummer oder seinem Namen.",
  zeile: NewStandort,
  spalten: columnsIn,
  key: "name",
  exportOnly: ["Kunde"],
  compose: splitPostcode,
  check: (all, given) => {
    const whole = given["plz"] === undefined ? {} : { plz: wholePlz(all) }
    const own = Object.entries({ ...all, ...whole }).filter(([field]) => !isKundenangabe(field))
    // `resolve` finds the customers of all rows at once.
    return parse({ ...Object.fromEntries(own), kunde_id: NOBODY }) as New
  },
  number: ({ gefunden }) => gefunden?.kundennummer,
  name: ({ name }) => name,
  details: (input, { name: _, ...given }) => [
    ...(input.gefunden ? [`bei ${kundeInWords(input.gefunden)}`] : []),
    ...fieldsInWords(columnsOf(standortfelder), Object.keys(given))(input),
  ],
  hints: (tenant, rows) => [
    ...oddPlaces(rows),
    ...numbered(rows),
    ...spelledTwice(tenant, rows),
    ...kundenHints(rows),
  ],
  unique: [],
  findUnnumbered: findStandort,
  resolve,
  checkTogether,
  create: (tenant, actor, { input: { gefunden: _, ...input } }) =>
    createStandort(tenant, actor, input).record.id,
  change: (tenant, actor, { existing: before, patch }) =>
    void changeStandort(tenant, actor, before.id, patch, before.version),
  undo: (tenant, actor, id, _, version) => void deleteStandort(tenant, actor, id, version),
  version: (tenant, id) => tenant.find(standorte, id)?.version,
  restore: (tenant, actor, id, before, version) => void changeStandort(tenant, actor, id, before, version),
})

const NOBODY = "00000000-0000-8000-8000-000000000000"
