import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs"
import { type Static, Type } from "@sinclair/typebox"
import type { TenantReader } from "../../../db/tenant-db.ts"
import { jobFile, writeIfRoom } from "../../../lib/job-files.ts"
import { OneOf } from "../../../lib/fields.ts"
import { conflict } from "../../../lib/refusal.ts"
import type { Actor } from "../../frame/session.ts"
import { Reply } from "../../shared/schema.ts"
import { getImportauftrag } from "./importauftrag.ts"
import type { Importer, ImportRow } from "../table/importer.ts"
import { Listenzeile, zeilenarten } from "../table/model.ts"
import { changesOf } from "../rows/read.ts"
import { isChanged } from "./store.ts"

/** Lists every row of a table with its outcome: in the reply of a request, and for a job in a file. */

type Zeilenart = (typeof zeilenarten)[number]
type Importzeile = Static<typeof Listenzeile>

/** Rows on a page. */
const ROWS_OF_PAGE = 50

export const Zeilenseite = Reply("Importzeilen", {
  art: OneOf(zeilenarten),
  zeilen: Type.Integer({ description: "So viele gibt es davon" }),
  seiten: Type.Integer(),
  seite: Type.Integer({ description: "Die erste ist 0" }),
  items: Type.Array(Listenzeile),
})

function artOf<I>(row: ImportRow<I>): Zeilenart {
  if (!row.existing) return "neu"
  return isChanged(row) ? "geaendert" : "unveraendert"
}

/** @returns a row for the list; `id` is that of its record, if it is stored */
export function listed<I>(row: ImportRow<I>, importer: Importer<I>): Importzeile {
  const { zeile, input, given, existing, made } = row
  return {
    zeile,
    art: artOf(row),
    id: made ?? (importer.art === "anfangsbestaende" ? null : (existing?.id ?? null)),
    nummer: importer.number(input) ?? null,
    name: importer.name(input),
    angaben: importer.details(input, given),
    felder: existing ? changesOf(row, importer) : [],
  }
}

/** For each kind of row: how many, and where each page stands in the file. */
type Seiten = Record<Zeilenart, { zeilen: number; seiten: [at: number, bytes: number][] }>

/** Bytes at the end of the file that hold the length of its index. */
const END = 12

/** Writes the rows of a job to a file, kept for a day. A full disk does not end the job. */
export async function keepRows<I>(
  folder: string,
  tenant: TenantReader,
  id: string,
  rows: readonly ImportRow<I>[],
  importer: Importer<I>,
): Promise<void> {
  await writeIfRoom(jobFile(folder, tenant.id, "importzeilen", `${id}.json`), partsOf(rows, importer))
}

/** @returns the parts of the file: the pages, the index, and the length of the index */
function* partsOf<I>(rows: readonly ImportRow<I>[], importer: Importer<I>): Generator<Uint8Array> {
  const index = Object.fromEntries(
    zeilenarten.map((art) => [art, { zeilen: 0, seiten: [] }]),
  ) as unknown as Seiten
  let at = 0
  const waiting = new Map<Zeilenart, Importzeile[]>()
  const written = (art: Zeilenart, some: Importzeile[]): Uint8Array => {
    const page = Buffer.from(JSON.stringify(some))
    index[art].zeilen += some.length
    index[art].seiten.push([at, page.length])
    at += page.length
    return page
  }
  for (const row of rows) {
    const one = listed(row, importer)
    const some = waiting.getOrInsertComputed(one.art, () => [])
    some.push(one)
    if (some.length === ROWS_OF_PAGE) yield written(one.art, some.splice(0))
  }
  for (const [art, some] of waiting) if (some.length > 0) yield written(art, some)
  const end = Buffer.from(JSON.stringify(index))
  yield end
  yield Buffer.from(String(end.length).padStart(END))
}

/** @returns a page of the kept rows @throws Refusal missing; forbidden; conflict if the rows are not kept any more */
export function readKeptRows(
  tenant: TenantReader,
  actor: Actor,
  folder: string,
  id: string,
  { art, seite }: { art: Zeilenart; seite: number },
): Static<typeof Zeilenseite> {
  getImportauftrag(tenant, actor, id)
  const path = jobFile(folder, tenant.id, "importzeilen", `${id}.json`)
  if (!existsSync(path))
    throw conflict(
      "Die Zeilen sind nicht da: Sie liegen einen Tag bereit, oder bis zur nächsten großen Tabelle",
    )
  const file = openSync(path, "r")
  try {
    const part = (at: number, length: number): string => {
      const bytes = Buffer.alloc(length)
      readSync(file, bytes, 0, length, at)
      return bytes.toString()
    }
    const end = fstatSync(file).size - END
    const length = Number(part(end, END))
    const { zeilen, seiten } = (JSON.parse(part(end - length, length)) as Seiten)[art]
    const place = seiten[seite]
    const items = place ? (JSON.parse(part(...place)) as Importzeile[]) : []
    return { art, zeilen, seiten: seiten.length, seite, items }
  } finally {
    closeSync(file)
  }
}
