import { type Static, Type } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { pfandartikel, pfandbestandteile } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { bestandteilfelder, MOST_PARTS } from "../../../lib/felder/artikel.ts"
import { formatDecimal, formatEuro } from "../../../lib/format.ts"
import { fold } from "../../../lib/fold.ts"
import { invalid } from "../../../lib/refusal.ts"
import type { Frage } from "../../../lib/table/findings.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { collectFaults } from "../../import/rows/faults.ts"
import { type Numbers, withOwnNumber } from "../../import/table/own-number.ts"
import { inactive, fieldsInWords } from "../../import/table/columns.ts"
import { byField, byLikeness, existingOf } from "../../import/rows/existing.ts"
import { currencyColumn, otherDeposits, otherThanDeposit } from "../../import/table/deposits.ts"
import type { Column, Existing, Given, Importer, ImportRow, RowFault } from "../../import/table/importer.ts"
import type { Actor } from "../../frame/session.ts"
import { NewPfandartikel } from "../model.ts"
import { artikelColumns, perPiece, unitColumn } from "./spalten.ts"
import {
  artikelRecords,
  changePfandartikel,
  createPfandartikel,
  gebindeWith,
  listByBarcodes,
  listByNumbers,
  type NumberedPart,
  partIds,
  requireSteuersatz,
} from "../rules.ts"
import type { Author } from "../../shared/record.ts"
import { deleteRecord } from "../../shared/resource.ts"
import { Input } from "../../shared/schema.ts"

type New = Omit<Static<typeof NewPfandartikel>, "bestandteile"> & { bestandteile?: NumberedPart[] }
type Artikel = ReturnType<typeof listByNumbers>[number]

const paddedNumbers = query<{ nummer: string }>`
  SELECT a.nummer FROM ${pfandartikel} a WHERE a.nummer >= '00' AND a.nummer < '1' LIMIT 500`

const storedNumbers: Numbers = {
  known: (tenant, numbers) => new Set(listByNumbers(tenant, [...numbers]).map(({ nummer }) => nummer)),
  padded: (tenant) => tenant.all(paddedNumbers, {}).map(({ nummer }) => nummer),
}

const existing = ({ bestandteile, pfand_cent, ...artikel }: Artikel): Existing =>
  existingOf(artikelColumns, artikel, {
    art: artikel.art,
    ...(artikel.art === "gebinde"
      ? { bestandteile: bestandteile.map(({ menge, nummer }) => ({ menge, nummer })) }
      : { pfand_cent }),
  })

/** A company has hundreds of articles, seldom thousands. */
const everyName = query<{ nummer: string; bezeichnung: string }>`
  SELECT a.nummer, a.bezeichnung FROM ${pfandartikel} a LIMIT 50000`

/** @throws Refusal invalid for parts of a stored single article, or a single article without a deposit */
function requireParts(before: unknown, art: "einzeln" | "gebinde", pfand_cent: unknown): void {
  if (before === "einzeln" && art === "gebinde")
    throw invalid("bestandteile", "hat nur ein Gebinde: dieser Artikel ist als einzelner angelegt")
  if (art === "einzeln" && pfand_cent === undefined) throw invalid("pfand_cent", "fehlt")
}

/** @returns the question whether whole numbers are euros or cents: 310 may be 3,10 € */
function asksCents(_: Table, columns: readonly Column[]): Frage[] {
  const { heading, reader } = columns.find(({ spalte }) => spalte?.feld === "pfand_cent") ?? {}
  const whole = reader?.couldBeCents
  if (whole === undefined) return []
  return [
    {
      feld: "einheit",
      frage: `Unter „${heading}“ stehen nur ganze Zahlen: Ist ${whole} als ${formatEuro(Number(whole) * 100)} gemeint, oder als ${formatEuro(Number(whole))}?`,
      antworten: [
        { wert: "euro", text: "Es sind Euro" },
        { wert: "cent", text: "Es sind Cent" },
      ],
    },
  ]
}

/** Parts are numbers here, which the import checks itself. */
const Zeile = Input(Type.Omit(NewPfandartikel, ["bestandteile"]).properties)

/** @param parse checks one article without its parts, as POST /api/pfandartikel does */
export const artikelImporter = (parse: (input: unknown) => unknown): Importer<New> => ({
  art: "pfandartikel",
  one: "Artikel",
  many: "Artikel",
  was: "Pfandartikel",
  about: "Ein Gebinde nennt seine Teile: 1 × KASTEN, 20 × FLASCHE.",
  zeile: Zeile,
  spalten: withOwnNumber([...artikelColumns, unitColumn, currencyColumn], "nummer", storedNumbers),
  shown: artikelColumns,
  key: "nummer",
  compose: perPiece,
  check: ({ bestandteile, pfand_cent, ...input }, _, faulty) => {
    const art = bestandteile === undefined ? "einzeln" : "gebinde"
    const artikel = collectFaults(
      () => parse({ ...input, art, ...(art === "einzeln" && { pfand_cent }) }) as New,
      () => requireParts(input["art"], art, faulty?.has("bestandteile") ? 0 : pfand_cent),
      () => requireSteuersatz(input["ust_klasse"], input["steuersatz"]),
    )
    return art === "einzeln" ? artikel : { ...artikel, bestandteile: bestandteile as NumberedPart[] }
  },
  number: ({ nummer }) => nummer,
  name: ({ bezeichnung }) => bezeichnung,
  details: (input, { steuersatz }) => [
    ...inactive(input),
    ...fieldsInWords(artikelColumns, [
      "pfand_cent",
      "bestandteile",
      "barcode",
      ...(steuersatz === undefined || steuersatz === "regel" ? [] : ["steuersatz"]),
    ])(input),
  ],
  unique: [
    {
      name: "Die Nummer",
      feld: "nummer",
      holders: (tenant, numbers) => byField(listByNumbers(tenant, numbers), "nummer", existing),
    },
    {
      name: "Der Barcode",
      feld: "barcode",
      holders: (tenant, barcodes) => byField(listByBarcodes(tenant, barcodes), "barcode", existing),
    },
  ],
  likeness: [
    {
      name: "Bezeichnung",
      key: ({ bezeichnung }) => fold(bezeichnung),
      holders: (tenant, names) => {
        const sought = new Set(names)
        const alike = tenant.all(everyName, {}).filter(({ bezeichnung }) => sought.has(fold(bezeichnung)))
        const numbers = alike.map(({ nummer }) => nummer)
        return byLikeness(listByNumbers(tenant, numbers), ({ bezeichnung }) => fold(bezeichnung), existing)
      },
    },
    {
      name: "Barcode",
      key: ({ barcode }) => barcode ?? undefined,
      holders: (tenant, barcodes) =>
        byLikeness(listByBarcodes(tenant, barcodes), ({ barcode }) => barcode ?? "", existing),
    },
  ],
  checkTogether,
  asks: asksCents,
  hints: (_, __, { table, columns }) => [...otherThanDeposit(columns), ...otherDeposits(table, columns)],
  // A Gebinde comes after its parts.
  rank: ({ input }) => (input.bestandteile ? 1 : 0),
  create: (tenant, actor, { input: { bestandteile, ...rest } }) =>
    createPfandartikel(tenant, actor, {
      ...rest,
      ...(bestandteile && { bestandteile: withIds(tenant, bestandteile) }),
    }).record.id,
  // Compared with what was read before the first row (findTaken): changing a part raises the version of its Gebinde.
  change: (tenant, actor, { existing: { id }, patch }) =>
    void changeArtikel(tenant, actor, id, patch, tenant.find(pfandartikel, id)?.version),
  undo: (tenant, actor, id, _, version = 1) => void deletePfandartikel(tenant, actor, id, version),
  touches: (tenant, id) => tenant.all(gebindeWith, { pfandartikel_id: id }).map((gebinde) => gebinde.id),
  version: (tenant, id) => tenant.find(pfandartikel, id)?.version,
  restore: (tenant, actor, id, before, version) => void changeArtikel(tenant, actor, id, before, version),
})

/** @param patch names its parts by number */
function changeArtikel(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { bestandteile, ...patch }: Given,
  version: number | undefined,
): void {
  const parts = bestandteile ? { bestandteile: withIds(tenant, bestandteile as NumberedPart[]) } : {}
  changePfandartikel(tenant, actor, id, { ...patch, ...parts }, version)
}

function withIds(tenant: TenantDb, parts: NumberedPart[]): { pfandartikel_id: string; menge: number }[] {
  const numbers = parts.map(({ nummer }) => nummer)
  const found = new Map(listByNumbers(tenant, numbers).map(({ nummer, id }) => [nummer, id]))
  return parts.map(({ nummer, menge }) => ({ pfandartikel_id: found.get(nummer) ?? "", menge }))
}

/** @returns faults of parts that are no single articles, stored or of the table; and of a deposit that is not their sum */
function checkTogether(tenant: TenantDb, rows: ImportRow<New>[]): RowFault[] {
  const gebinde = rows.filter(({ input }) => input.bestandteile)
  const numbers = new Set(
    gebinde.flatMap(({ input }) => input.bestandteile?.map(({ nummer }) => nummer) ?? []),
  )
  const known = new Map<string, { art: string; pfand_cent?: number | undefined }>(
    listByNumbers(tenant, [...numbers]).map((artikel) => [artikel.nummer, artikel]),
  )
  for (const { input } of rows) if (numbers.has(input.nummer)) known.set(input.nummer, input)
  return gebinde.flatMap(({ zeile, given, input: { bestandteile = [] } }) => {
    const fault = (feld: string, msg: string): RowFault[] => [{ zeile, feld, msg }]
    if (bestandteile.length > MOST_PARTS) return fault("bestandteile", `hat höchstens ${MOST_PARTS} Teile`)
    if (new Set(bestandteile.map(({ nummer }) => nummer)).size < bestandteile.length)
      return fault("bestandteile", "nennt einen Artikel zweimal")
    const foreign = bestandteile.findIndex(({ nummer }) => known.get(nummer)?.art !== "einzeln")
    if (foreign >= 0)
      return fault(
        "bestandteile",
        `nennt als ${foreign + 1}. Teil keinen einzelnen Artikel, den es gibt oder der in der Tabelle steht`,
      )
    if (bestandteile.some(({ menge }) => menge < 1 || menge > bestandteilfelder.menge.max))
      return fault("bestandteile", "hat von jedem Teil 1 bis 10.000 Stück")
    const sum = bestandteile.reduce(
      (cent, { menge, nummer }) => cent + menge * (known.get(nummer)?.pfand_cent ?? 0),
      0,
    )
    const { pfand_cent } = given
    return pfand_cent !== undefined && pfand_cent !== sum
      ? fault("pfand_cent", `ist bei einem Gebinde die Summe seiner Teile: ${formatDecimal(sum)}`)
      : []
  })
}

/**
 * Deletes an article that nothing refers to.
 *
 * @throws Refusal missing, stale; conflict when something does; such articles can only be deactivated
 */
const deletePfandartikel = (tenant: TenantDb, author: Author, id: string, ifMatch: number): void =>
  deleteRecord(tenant, author, artikelRecords, id, ifMatch, () => {
    for (const part of tenant.all(partIds, { gebinde_id: id })) tenant.delete(pfandbestandteile, part.id)
  })
