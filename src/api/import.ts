import { type Static, Type } from "@sinclair/typebox"
import type { TenantDb } from "../db/tenant-db.ts"
import { Maybe, Nullable, OneOf, Uuid } from "../lib/fields.ts"
import { fold } from "../lib/fold.ts"
import { Refusal } from "../lib/refusal.ts"
import { derivedId } from "./derived-id.ts"
import type { TenantContext, Upload } from "./route.ts"
import type { Actor } from "./session.ts"
import { readTable, type Table } from "./table.ts"

export const ImportFields = Type.Object(
  {
    id: Maybe(Uuid({ description: "Dieselbe id darf gefahrlos wiederholt werden" })),
    ausfuehren: Maybe(
      OneOf(["ja", "nein"], {
        description: "nein (oder ohne Angabe): nur zeigen, was geschähe",
        examples: ["nein"],
      }),
    ),
  },
  { additionalProperties: false },
)

export const ImportReply = Type.Object(
  {
    ausgefuehrt: Type.Boolean({ description: "Nur wenn gewünscht, und wenn keine Zeile einen Fehler hat" }),
    zeilen: Type.Integer({ minimum: 0 }),
    angelegt: Type.Integer({ minimum: 0 }),
    erkannte_spalten: Type.Array(Type.String()),
    unbekannte_spalten: Type.Array(Type.String({ description: "Werden nicht übernommen" })),
    fehler: Type.Array(
      Type.Object({
        zeile: Type.Integer({ description: "In der Datei; die Überschriften stehen in Zeile 1" }),
        spalte: Nullable(Type.String()),
        msg: Type.String(),
      }),
      { description: "Höchstens 200" },
    ),
    vorschau: Type.Array(
      Type.Object({ zeile: Type.Integer(), nummer: Nullable(Type.String()), name: Type.String() }),
      {
        description: "Die ersten zwanzig Zeilen, wie sie verstanden werden",
      },
    ),
  },
  { title: "Import" },
)

/** @throws Fault for what it cannot read */
export type Convert = (cell: string) => unknown

/** Why a cell cannot be read, in German. */
export class CellFault extends Error {}

export type Importer<I> = {
  /** Headings as people write them → field of a new record, and how its cells are read. */
  columns: Record<string, { field: string; convert?: Convert }>
  /** Completes what a table does not say. */
  defaults?: Record<string, unknown>
  /** @returns a new record; throws a Refusal with its faults */
  check: (input: unknown) => I
  number: (input: I) => string | undefined
  name: (input: I) => string
  /** @returns those of the numbers that are taken already */
  taken: (tenant: TenantDb, numbers: string[]) => Set<string>
  exists: (tenant: TenantDb, id: string) => boolean
  create: (tenant: TenantDb, actor: Actor, input: I & { id: string }) => void
}

type Fehler = Static<typeof ImportReply>["fehler"]
type Row<I> = { zeile: number; id: string; input: I }

const TOLD = 200
const SHOWN = 20
/** What has to be converted is short; a longer cell is told as too long by its field. In UTF-16 units. */
const CONVERTED = 100
/** So many rows are read in one piece, and so many are looked for. */
const ROWS_READ = 20
const ROWS_SOUGHT = 200
/** So many records are made in one transaction, a few hundredths of a second. */
const AT_ONCE = 50

/** Headings are compared without signs: "E-Mail", "Lieferzeit von", "PLZ". */
const simple = (heading: string): string => fold(heading).replaceAll(/[^\p{L}\p{N}]/gu, "")

/**
 * Takes records over from a table; without a wish to, or with a fault in any row, only tells what would happen. Each
 * record's id follows from the request's and its row: what was broken off goes on when it is sent again.
 *
 * @throws Refusal invalid for what is no table
 */
export async function importTable<I>(
  context: TenantContext,
  importer: Importer<I>,
): Promise<Static<typeof ImportReply>> {
  return context.receive((upload: Upload<Static<typeof ImportFields>>) => take(context, upload, importer))
}

async function take<I>(
  { tenant, actor, services, commit }: TenantContext,
  { bytes, fields: { id = Bun.randomUUIDv7(), ausfuehren = "nein" } }: Upload<Static<typeof ImportFields>>,
  importer: Importer<I>,
): Promise<Static<typeof ImportReply>> {
  const understood = await services.turns.through(tenant.id, understand(tenant, bytes, id, importer))
  const { table, fields, rows, neue, fehler } = understood
  const ausgefuehrt = ausfuehren === "ja" && fehler.length === 0
  if (ausgefuehrt) await createAll(neue, (input) => importer.create(tenant, actor, input), commit)
  return {
    ausgefuehrt,
    zeilen: table.rows.length,
    angelegt: ausgefuehrt ? rows.length : 0,
    erkannte_spalten: table.headings.filter((_, i) => fields[i] !== undefined),
    unbekannte_spalten: table.headings.filter((heading, i) => fields[i] === undefined && heading !== ""),
    fehler: fehler.toSorted((a, b) => a.zeile - b.zeile).slice(0, TOLD),
    vorschau: rows.slice(0, SHOWN).map(({ zeile, input }) => ({
      zeile,
      nummer: importer.number(input) ?? null,
      name: importer.name(input),
    })),
  }
}

type Understood<I> = {
  table: Table
  fields: (Column | undefined)[]
  rows: Row<I>[]
  /** Those that no earlier request with this id has made. */
  neue: Row<I>[]
  fehler: Fehler
}

/** Yields wherever others may come in between: five thousand rows take seconds. */
function* understand<I>(
  tenant: TenantDb,
  bytes: Uint8Array,
  id: string,
  importer: Importer<I>,
): Generator<undefined, Understood<I>> {
  const table = yield* readTable(bytes, "datei")
  const fields = columnsOf(table, importer)
  const fehler: Fehler = []
  const rows: Row<I>[] = []
  for (const [i, cells] of table.rows.entries()) {
    rows.push(...readRow(cells, i + 2, derivedId(id, String(i)), fields, importer, fehler))
    if (i % ROWS_READ === ROWS_READ - 1) yield
  }
  const neue: Row<I>[] = []
  for (let i = 0; i < rows.length; i += ROWS_SOUGHT) {
    const some = rows.slice(i, i + ROWS_SOUGHT).filter((row) => !importer.exists(tenant, row.id))
    addTaken(tenant, some, importer, fehler)
    neue.push(...some)
    yield
  }
  addRepeated(rows, importer, fehler)
  return { table, fields, rows, neue, fehler }
}

type Column = { heading: string; field: string; convert: Convert }

function columnsOf<I>({ headings }: Table, { columns }: Importer<I>): (Column | undefined)[] {
  const known = new Map(Object.entries(columns).map(([heading, column]) => [simple(heading), column]))
  const used = new Set<string>()
  return headings.map((heading) => {
    const column = known.get(simple(heading))
    if (!column || used.has(column.field)) return undefined
    used.add(column.field)
    return { heading, field: column.field, convert: column.convert ?? ((cell) => cell) }
  })
}

function readRow<I>(
  cells: string[],
  zeile: number,
  id: string,
  columns: (Column | undefined)[],
  { check, defaults = {} }: Importer<I>,
  fehler: Fehler,
): Row<I>[] {
  const input: Record<string, unknown> = { ...defaults }
  const before = fehler.length
  for (const [i, column] of columns.entries()) {
    const cell = cells[i]?.trim() ?? ""
    if (!column || cell === "") continue
    try {
      input[column.field] = cell.length > CONVERTED ? cell : column.convert(cell)
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      fehler.push({ zeile, spalte: column.heading, msg: error.message })
    }
  }
  if (fehler.length > before) return []
  try {
    return [{ zeile, id, input: check(input) }]
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "invalid") throw error
    for (const { path, msg } of error.details.faults ?? []) {
      const spalte = columns.find((column) => column?.field === path)?.heading ?? (path || null)
      fehler.push({ zeile, spalte, msg })
    }
    return []
  }
}

function addTaken<I>(tenant: TenantDb, neue: Row<I>[], { number, taken }: Importer<I>, fehler: Fehler): void {
  const vergeben = taken(
    tenant,
    neue.flatMap(({ input }) => number(input) ?? []),
  )
  for (const { zeile, input } of neue) {
    const nummer = number(input)
    if (nummer !== undefined && vergeben.has(nummer))
      fehler.push({ zeile, spalte: null, msg: `Die Nummer ${nummer} ist bereits vergeben` })
  }
}

function addRepeated<I>(rows: Row<I>[], { number }: Importer<I>, fehler: Fehler): void {
  const seen = new Map<string, number>()
  for (const { zeile, input } of rows) {
    const nummer = number(input)
    if (nummer === undefined) continue
    const first = seen.get(nummer)
    if (first === undefined) seen.set(nummer, zeile)
    else fehler.push({ zeile, spalte: null, msg: `Die Nummer ${nummer} steht schon in Zeile ${first}` })
  }
}

async function createAll<I>(
  rows: Row<I>[],
  create: (input: I & { id: string }) => void,
  commit: TenantContext["commit"],
): Promise<void> {
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const some = rows.slice(i, i + AT_ONCE)
    await commit(() => {
      for (const { id, input } of some) create({ ...input, id })
    })
  }
}
