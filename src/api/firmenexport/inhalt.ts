import { readFileSync } from "node:fs"
import { join } from "node:path"
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import { type Query, query, type TenantTable, type Value } from "../../db/query.ts"
import * as schema from "../../db/schema.ts"
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
import type { TenantDb } from "../../db/tenant-db.ts"
import { encoded, type ZipFile } from "../../lib/zip.ts"
import { csvPieces } from "../../print/export/csv.ts"
import { readDatei } from "../belege/ablage.ts"
import { listen } from "../export/listen.ts"
import { liesmich } from "./liesmich.ts"
import { GEHEIM, NEBENSACHE, OHNE } from "./worte.ts"

type Zeile = Record<string, Value> & { id: string }
type Nach = { nach: string; limit: number }

/** Rows that are read at once. */
const PAGE = 500

/** A table of the archive, and its columns there. */
export type Tabelle = { name: string; spalten: string[]; zeilen: Query<Zeile, Nach> }

/** Columns whose contents are files of the archive instead of cells. */
const DATEIEN: Record<string, (zeile: Zeile) => string | null> = {
  belege: ({ id, dateiname }) => `belege/${id}-${dateiname}`,
  kunden_bilder: (zeile) => bildOf("kunden", zeile),
  lieferungen_bilder: (zeile) => bildOf("lieferungen", zeile),
  geraete_pruefungen: ({ id, dokument, dokument_typ }) =>
    dokument === null ? null : `pruefdokumente/${id}.${endungOf(dokument_typ)}`,
}

const bildOf = (wovon: string, { id, pfad }: Zeile): string =>
  `bilder/${wovon}/${id}.${String(pfad).split(".").at(-1)}`

const endungOf = (typ: Value | undefined): string => /^\w+\/(\w+)$/.exec(String(typ))?.[1] ?? "bin"

/** Every table of a company but for those that are named in `OHNE`: one that is added later is there by itself. */
export const tabellen = (): Tabelle[] => (known ??= tablesOf())
let known: Tabelle[] | undefined

function tablesOf(): Tabelle[] {
  const all: unknown[] = Object.values(schema)
  return all
    .filter((value): value is TenantTable => is(value, SQLiteTable))
    .filter((table) => getTableName(table) !== "tenants" && !(getTableName(table) in OHNE))
    .map((table) => {
      const name = getTableName(table)
      const columns = Object.values(getTableColumns(table)).filter(({ dataType }) => dataType !== "buffer")
      const spalten = columns.map((column) => column.name).filter((spalte) => !isLeftOut(spalte))
      const zeilen = query<
        Zeile,
        Nach
      >`SELECT t.* FROM ${table} t WHERE t.id > :nach ORDER BY t.id LIMIT :limit`
      return { name, spalten: name in DATEIEN ? [...spalten, "datei"] : spalten, zeilen }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

const isLeftOut = (spalte: string): boolean => GEHEIM.has(spalte) || NEBENSACHE.has(spalte)

/** Documents of erased persons are left out: they are kept for the tax office alone. */
const isShown = ({ gesperrt }: Zeile): boolean => gesperrt !== 1

function* pages(tenant: TenantDb, zeilen: Query<Zeile, Nach>): Generator<Zeile[]> {
  for (let nach = ""; ;) {
    const page = tenant.all(zeilen, { nach, limit: PAGE })
    const last = page.at(-1)
    if (!last) return
    yield page.filter(isShown)
    nach = last.id
  }
}

function* rows(tenant: TenantDb, zeilen: Query<Zeile, Nach>): Generator<Zeile> {
  for (const page of pages(tenant, zeilen)) yield* page
}

/** A signature inside a cell is a file of its own: no spreadsheet takes a cell of that length. */
const UNTERSCHRIFT = /data:image\/png;base64,([A-Za-z0-9+/=]+)/
const unterschriftOf = ({ id }: Zeile): string => `unterschriften/${id}.png`

function cellOf(name: string, spalte: string, zeile: Zeile): Value {
  if (spalte === "datei") return DATEIEN[name]?.(zeile) ?? null
  const value = zeile[spalte] ?? null
  return typeof value === "string" && value.includes("data:image/png;base64,")
    ? value.replace(UNTERSCHRIFT, unterschriftOf(zeile))
    : value
}

function* piecesOf(tenant: TenantDb, { name, spalten, zeilen }: Tabelle): Generator<Value[][]> {
  yield [spalten]
  for (const page of pages(tenant, zeilen))
    yield page.map((zeile) => spalten.map((spalte) => cellOf(name, spalte, zeile)))
}

const firmaSpalten = (): string[] =>
  Object.values(getTableColumns(tenants))
    .map(({ name }) => name)
    .filter((name) => !isLeftOut(name))

const tabelleVon = (table: TenantTable): Tabelle | undefined =>
  tabellen().find(({ name }) => name === getTableName(table))

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

/** @returns about how many files an archive will have, and how many bytes those in it are that are no tables */
export function umfangOf(tenant: TenantDb): { dateien: number; bytes: number } {
  const counted = Object.values(counts).map((one) => tenant.first(one, {}) ?? { n: 0, bytes: 0 })
  const dateien = counted.reduce((sum, { n }) => sum + n, tabellen().length + listen(tenant).length + 2)
  return { dateien, bytes: counted.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) }
}

/**
 * Everything that a company has here, in readable form: lists that come in again elsewhere, every table, pictures,
 * documents, and what all of that is.
 *
 * @param folder of the pictures
 * @returns the files of the archive, read as they are wanted
 */
export function* filesOfFirma(tenant: TenantDb, folder: string): Generator<ZipFile> {
  const zeitpunkt = tenant.now()
  const firma = tenant.get(tenants, tenant.id)
  const fehlend: string[] = []
  const text = (name: string, pieces: Iterable<string>): ZipFile => ({
    name,
    zeitpunkt,
    teile: encoded(pieces),
  })
  const spalten = firmaSpalten()
  const lists = listen(tenant)
  yield text("LIESMICH.txt", [
    liesmich({
      firma: firma.name,
      zeitpunkt,
      zeitzone: firma.zeitzone,
      listen: lists,
      tabellen: [{ name: "tenants", spalten }, ...tabellen()],
    }),
  ])
  for (const { name, pieces } of lists) yield text(`listen/${name}.csv`, csvPieces(pieces()))
  const eine = spalten.map((spalte) => (firma as Record<string, Value>)[spalte] ?? null)
  yield text("tabellen/tenants.csv", csvPieces([[spalten], [eine]]))
  for (const tabelle of tabellen())
    yield text(`tabellen/${tabelle.name}.csv`, csvPieces(piecesOf(tenant, tabelle)))
  yield* documents(tenant)
  for (const table of [kunden_bilder, lieferungen_bilder]) yield* pictures(tenant, table, folder, fehlend)
  yield* signatures(tenant)
  if (fehlend.length > 0)
    yield text("FEHLENDE-BILDER.txt", [
      `Diese Bilder sind verzeichnet, ihre Datei fehlt aber auf dem Server:\r\n\r\n${fehlend.join("\r\n")}\r\n`,
    ])
}

const zeitpunktOf = ({ erstellt_am }: Zeile): string => String(erstellt_am)

function* documents(tenant: TenantDb): Generator<ZipFile> {
  const of = tabelleVon(belege)
  for (const beleg of of ? rows(tenant, of.zeilen) : []) {
    const { id, typ, bytes } = beleg
    const isPacked = typ === "application/pdf" && { isPacked: true as const }
    const teile = readDatei(tenant, { id, bytes: Number(bytes) })
    yield { name: DATEIEN["belege"]?.(beleg) ?? id, zeitpunkt: zeitpunktOf(beleg), teile, ...isPacked }
  }
  const tested = tabelleVon(geraete_pruefungen)
  for (const pruefung of tested ? rows(tenant, tested.zeilen) : []) {
    const name = DATEIEN["geraete_pruefungen"]?.(pruefung)
    const daten = name && tenant.find(geraete_pruefdokumente, pruefung.id)?.daten
    if (daten) yield { name, zeitpunkt: zeitpunktOf(pruefung), teile: [daten], isPacked: true }
  }
  const logo = tenant.find(firmenlogos, tenant.id)
  if (logo) yield { name: "logo.png", zeitpunkt: logo.erstellt_am, teile: [logo.daten], isPacked: true }
  const heads = tabelleVon(briefkoepfe)
  for (const head of heads ? rows(tenant, heads.zeilen) : []) {
    const daten = tenant.find(briefkoepfe, head.id)?.logo
    if (daten)
      yield {
        name: `briefkoepfe/${head.id}.png`,
        zeitpunkt: zeitpunktOf(head),
        teile: [daten],
        isPacked: true,
      }
  }
}

function* pictures(
  tenant: TenantDb,
  table: TenantTable,
  folder: string,
  fehlend: string[],
): Generator<ZipFile> {
  const of = tabelleVon(table)
  for (const bild of of ? rows(tenant, of.zeilen) : []) {
    const name = DATEIEN[getTableName(table)]?.(bild) ?? bild.id
    const daten = fileAt(join(folder, String(bild["pfad"])))
    if (daten) yield { name, zeitpunkt: zeitpunktOf(bild), teile: [daten], isPacked: true }
    else fehlend.push(name)
  }
}

function fileAt(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function* signatures(tenant: TenantDb): Generator<ZipFile> {
  for (const table of [lieferungen, klaerungen]) {
    const of = tabelleVon(table)
    for (const zeile of of ? rows(tenant, of.zeilen) : []) {
      const where = table === lieferungen ? zeile["unterschrift"] : zeile["angaben"]
      const png = typeof where === "string" ? UNTERSCHRIFT.exec(where)?.[1] : undefined
      if (png === undefined) continue
      const teile = [new Uint8Array(Buffer.from(png, "base64"))]
      yield { name: unterschriftOf(zeile), zeitpunkt: zeitpunktOf(zeile), teile, isPacked: true }
    }
  }
}
