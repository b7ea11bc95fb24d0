import { readFileSync } from "node:fs"
import { join } from "node:path"
import { getTableColumns, getTableName } from "drizzle-orm"
import { query, type TenantTable, type Value } from "../../db/query.ts"
import { tables } from "../../db/tables.ts"
import {
  belege,
  briefkoepfe,
  firmenlogos,
  geraete_pruefdokumente,
  geraete_pruefungen,
  klaerungen,
  kunden_bilder,
  lieferungen,
  lieferungen_bilder,
  tenants,
} from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { SIGNATURE } from "../../lib/felder/lieferung.ts"
import { encoded, type ZipFile } from "../../lib/zip.ts"
import { csvPieces } from "../../print/export/csv.ts"
import { workbook } from "../../print/export/xlsx.ts"
import { readPieces } from "../belege/ablage.ts"
import { everyRow } from "../export/every-row.ts"
import { archiveLists } from "../export/archive-lists.ts"
import { sumNotExported } from "../schwund/pfand.ts"
import { type MadeFile, papers, sizeOfPapers } from "./papers.ts"
import { liesmich } from "./liesmich.ts"
import { SECRET, INTERNAL, LEFT_OUT } from "./meanings.ts"

type Exportzeile = Record<string, Value> & { id: string; erstellt_am: string }

/** A table of the archive, and its columns there. */
type ArchiveTable = {
  name: string
  spalten: string[]
  pages: (tenant: TenantReader) => Iterable<Exportzeile[]>
}

/** Columns whose contents are files of the archive instead of cells. */
const FILES: Record<string, (zeile: Exportzeile) => string | null> = {
  belege: ({ id, dateiname }) => `belege/${id}-${dateiname}`,
  kunden_bilder: (zeile) => pictureOf("kunden", zeile),
  lieferungen_bilder: (zeile) => pictureOf("lieferungen", zeile),
  geraete_pruefungen: ({ id, dokument, dokument_typ }) =>
    dokument === null ? null : `pruefdokumente/${id}.${endingOf(dokument_typ)}`,
}

const attachedFileOf = (table: string, zeile: Exportzeile): string | null => FILES[table]?.(zeile) ?? null

const pictureOf = (wovon: string, { id, pfad }: Exportzeile): string =>
  `bilder/${wovon}/${id}.${String(pfad).split(".").at(-1)}`

const endingOf = (typ: Value | undefined): string => /^\w+\/(\w+)$/.exec(String(typ))?.[1] ?? "bin"

/** Every table of a company but those in `LEFT_OUT`: a table that is added later is there by itself. */
export const archiveTables = (): ArchiveTable[] => (known ??= tablesOf())
let known: ArchiveTable[] | undefined

function tablesOf(): ArchiveTable[] {
  const all: readonly TenantTable[] = tables
  return all
    .filter((table) => getTableName(table) !== "tenants" && !(getTableName(table) in LEFT_OUT))
    .map((table) => {
      const name = getTableName(table)
      const columns = Object.values(getTableColumns(table)).filter(({ dataType }) => dataType !== "buffer")
      const spalten = columns.map((column) => column.name).filter((column) => !isLeftOut(column))
      const every = everyRow<TenantTable, Exportzeile>(table)
      const pages = (tenant: TenantReader) => every(tenant).map((page) => page.filter(isShown))
      return { name, spalten: name in FILES ? [...spalten, "datei"] : spalten, pages }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

const isLeftOut = (column: string): boolean => SECRET.has(column) || INTERNAL.has(column)

/** Documents of erased persons are left out: they are kept for the tax office alone. */
const isShown = ({ gesperrt }: Exportzeile): boolean => gesperrt !== 1

/** What a cell has in place of a signature: no spreadsheet takes a cell of that length. */
const unterschriftOf = ({ id }: Exportzeile): string => `unterschriften/${id}.png`

function cellOf(name: string, column: string, zeile: Exportzeile): Value {
  if (column === "datei") return attachedFileOf(name, zeile)
  const value = zeile[column] ?? null
  return typeof value === "string" ? value.replace(SIGNATURE, unterschriftOf(zeile)) : value
}

function* piecesOf(tenant: TenantReader, { name, spalten, pages }: ArchiveTable): Generator<Value[][]> {
  yield [spalten]
  for (const page of pages(tenant))
    yield page.map((zeile) => spalten.map((column) => cellOf(name, column, zeile)))
}

const firmaColumns = (): string[] =>
  Object.values(getTableColumns(tenants))
    .map(({ name }) => name)
    .filter((name) => !isLeftOut(name))

/** @returns the rows of a table that stand in the archive */
function* rows(tenant: TenantReader, table: TenantTable): Generator<Exportzeile> {
  for (const { name, pages } of archiveTables())
    if (name === getTableName(table)) for (const page of pages(tenant)) yield* page
}

const counts = {
  belege: query<{ n: number; bytes: number | null }>`
    SELECT count(*) AS n, sum(b.bytes) AS bytes FROM ${belege} b WHERE b.gesperrt = 0`,
  kunden: query<{ n: number; bytes: number | null }>`
    SELECT count(*) AS n, sum(b.bytes) AS bytes FROM ${kunden_bilder} b`,
  lieferungen: query<{ n: number; bytes: number | null }>`
    SELECT count(*) AS n, sum(b.bytes) AS bytes FROM ${lieferungen_bilder} b`,
  pruefungen: query<{ n: number; bytes: number | null }>`
    SELECT count(p.dokument) AS n, sum(p.bytes) AS bytes FROM ${geraete_pruefungen} p`,
}

/** @returns about how many files an archive will have, and the bytes of those that are no tables */
export function sizeOf(tenant: TenantReader): { dateien: number; bytes: number } {
  const counted = Object.values(counts).map((one) => tenant.first(one, {}) ?? { n: 0, bytes: 0 })
  const files = counted.reduce(
    (sum, { n }) => sum + n,
    archiveTables().length + 2 * archiveLists(tenant).length + 2,
  )
  const made = sizeOfPapers(tenant)
  const bytes = counted.reduce((sum, one) => sum + (one.bytes ?? 0), made.bytes)
  return { dateien: files + made.n, bytes }
}

/**
 * Everything that a company has here, in readable form: lists that come in again elsewhere, every table, pictures,
 * documents, and what all of that is.
 *
 * @param folder of the pictures
 * @returns the files of the archive, read as they are wanted
 */
export function* filesOfFirma(tenant: TenantReader, folder: string): Generator<MadeFile> {
  const moment = tenant.now()
  const firma = tenant.get(tenants, tenant.id)
  const absent: string[] = []
  const text = (name: string, pieces: Iterable<string>): ZipFile => ({
    name,
    moment,
    pieces: encoded(pieces),
  })
  const spalten = firmaColumns()
  const lists = archiveLists(tenant)
  yield text("LIESMICH.txt", [
    liesmich({
      firma: firma.name,
      moment,
      zeitzone: firma.zeitzone,
      lists,
      luecke: sumNotExported(tenant),
      tables: [{ name: "tenants", spalten }, ...archiveTables()],
    }),
  ])
  for (const { name, pieces } of lists) {
    yield text(`listen/${name}.csv`, csvPieces(pieces()))
    // In a workbook, numbers stay text with their leading zeros, and nothing needs an apostrophe before a plus.
    yield { name: `listen/${name}.xlsx`, moment, pieces: workbook(moment, pieces()), isPacked: true }
  }
  const values = spalten.map((column) => (firma as Record<string, Value>)[column] ?? null)
  yield text("tabellen/tenants.csv", csvPieces([[spalten], [values]]))
  for (const tabelle of archiveTables())
    yield text(`tabellen/${tabelle.name}.csv`, csvPieces(piecesOf(tenant, tabelle)))
  yield* documents(tenant)
  const unmade: string[] = []
  yield* papers(tenant, unmade)
  if (unmade.length > 0)
    yield text("FEHLENDE-ABRECHNUNGEN.txt", [
      `Diese Abrechnungen wurden nie gedruckt und ließen sich auch für den Export nicht drucken:\r\n\r\n${unmade.join("\r\n")}\r\n`,
    ])
  for (const table of [kunden_bilder, lieferungen_bilder]) yield* pictures(tenant, table, folder, absent)
  yield* signatures(tenant)
  if (absent.length > 0)
    yield text("FEHLENDE-BILDER.txt", [
      `Diese Bilder sind verzeichnet, ihre Datei fehlt aber auf dem Server:\r\n\r\n${absent.join("\r\n")}\r\n`,
    ])
}

/** @returns a file of the archive that belongs to a row, and whose bytes are compressed already */
const fileOf = (
  { erstellt_am }: Pick<Exportzeile, "erstellt_am">,
  name: string,
  daten: Uint8Array,
): ZipFile => ({
  name,
  moment: erstellt_am,
  pieces: [daten],
  isPacked: true,
})

function* documents(tenant: TenantReader): Generator<ZipFile> {
  for (const beleg of rows(tenant, belege)) {
    const { id, typ, bytes, erstellt_am } = beleg
    const pieces = readPieces(tenant, { id, bytes: Number(bytes) })
    const file = { name: attachedFileOf("belege", beleg) ?? id, moment: erstellt_am, pieces }
    yield typ === "application/pdf" ? { ...file, isPacked: true } : file
  }
  for (const pruefung of rows(tenant, geraete_pruefungen)) {
    const name = attachedFileOf("geraete_pruefungen", pruefung)
    const daten = name && tenant.find(geraete_pruefdokumente, pruefung.id)?.daten
    if (daten) yield fileOf(pruefung, name, daten)
  }
  const logo = tenant.find(firmenlogos, tenant.id)
  if (logo) yield fileOf(logo, "logo.png", logo.daten)
  for (const head of rows(tenant, briefkoepfe)) {
    const daten = tenant.find(briefkoepfe, head.id)?.logo
    if (daten) yield fileOf(head, `briefkoepfe/${head.id}.png`, daten)
  }
}

function* pictures(
  tenant: TenantReader,
  table: TenantTable,
  folder: string,
  absent: string[],
): Generator<ZipFile> {
  for (const picture of rows(tenant, table)) {
    const name = attachedFileOf(getTableName(table), picture) ?? picture.id
    const daten = fileAt(join(folder, String(picture["pfad"])))
    if (daten) yield fileOf(picture, name, daten)
    else absent.push(name)
  }
}

function fileAt(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function* signatures(tenant: TenantReader): Generator<ZipFile> {
  for (const [table, column] of [
    [lieferungen, "unterschrift"],
    [klaerungen, "angaben"],
  ] as const)
    for (const zeile of rows(tenant, table)) {
      const png = SIGNATURE.exec(String(zeile[column]))?.[1]
      if (png !== undefined) yield fileOf(zeile, unterschriftOf(zeile), Buffer.from(png, "base64"))
    }
}
