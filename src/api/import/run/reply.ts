import type { Static } from "@sinclair/typebox"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { duplicateHint } from "../rows/duplicates.ts"
import { changesOf, type Understood } from "../rows/read.ts"
import type { Importer, ImportRow } from "../table/importer.ts"
import type { ImportReply } from "../table/model.ts"
import { listed } from "./row-list.ts"
import { isChanged } from "./store.ts"
import { unprinted } from "./unprinted.ts"

type Reply = Static<typeof ImportReply>

/** Most entries of the lists in a reply: faults and changes, the preview, duplicates. */
const MOST_LISTED = 200
const MOST_PREVIEWED = 20
const MOST_DUPLICATES = 500

/**
 * @returns a hash of what the import would do: the same rows with the same effect give the same one. It includes all that
 *   a preview shows, as a cell may name another customer or deposit by now
 */
export function stateOf<I>(rows: ImportRow<I>[], { details }: Pick<Importer<I>, "details">): string {
  const state = new Bun.CryptoHasher("sha256")
  for (const row of rows) {
    const { existing, patch, given, input } = row
    const changed = Object.keys(patch).map((field) => [patch[field], existing?.felder[field]])
    const said = !existing || isChanged(row) ? [given, details(input, given)] : null
    state.update(JSON.stringify([existing?.id, changed, said]))
  }
  return state.digest("hex")
}

/** @param isListed whether the reply lists every row @returns the reply of a preview or an import */
export function replyOf<I>(
  tenant: TenantDb,
  { table, columns, rows, fehler, duplicates, hints }: Understood<I>,
  importer: Importer<I>,
  ausgefuehrt: boolean,
  isListed = false,
): Reply {
  const good = fehler.without(rows)
  const changed = good.filter(isChanged)
  const added = good.filter(({ existing }) => !existing)
  const headed = columns.filter(({ heading }) => heading !== "")
  const shown = ({ zeile, input }: ImportRow<I>) => ({
    zeile,
    nummer: importer.number(input) ?? null,
    name: importer.name(input),
  })
  return {
    ausgefuehrt,
    stand: stateOf(rows, importer),
    zeilen: table.rows.length,
    angelegt: ausgefuehrt ? added.length : 0,
    neu: added.length,
    geaendert: changed.length,
    unveraendert: good.length - added.length - changed.length,
    spalten: headed
      .filter(({ isExportOnly }) => !isExportOnly)
      .map(({ heading, spalte, target, about = null }) => ({
        ueberschrift: heading,
        feld: target ?? spalte?.feld ?? null,
        gelesen_als: about,
      })),
    erkannte_spalten: headed.filter(({ spalte }) => spalte).map(({ heading }) => heading),
    unbekannte_spalten: headed
      .filter(({ spalte, isExportOnly }) => !spalte && !isExportOnly)
      .map(({ heading }) => heading),
    fehler: fehler.kept.toSorted((a, b) => a.zeile - b.zeile).slice(0, MOST_LISTED),
    fehlerzahl: fehler.count,
    pfand_cent: importer.worth
      ? added.reduce((sum, { input }) => sum + (importer.worth?.(input) ?? 0), 0)
      : null,
    blatt: table.blatt,
    blaetter: table.blaetter,
    fragen: table.fragen,
    hinweise: [
      ...table.hints,
      ...duplicateHint(duplicates, ausgefuehrt),
      ...hints,
      ...unprinted(rows, importer),
      ...(importer.hints?.(tenant, rows, { table, columns, isDone: ausgefuehrt }) ?? []),
    ],
    vorschau: rows
      .slice(0, MOST_PREVIEWED)
      .map((row) => ({ ...shown(row), angaben: importer.details(row.input, row.given) })),
    aenderungen: changed
      .slice(0, MOST_LISTED)
      .map((row) => ({ ...shown(row), felder: changesOf(row, importer) })),
    liste: isListed ? good.map((row) => listed(row, importer)) : [],
    doppelte: duplicates.listed.slice(0, MOST_DUPLICATES),
    doppelte_zahl: duplicates.listed.length,
    doppelte_offen: duplicates.open,
    ausgelassen: duplicates.omitted,
    zugaenge: ausgefuehrt ? (importer.zugaenge?.(added) ?? []) : [],
  }
}
