import { pruefarten } from "../../../db/schema/values.ts"
import { Hints } from "../../import/table/hints.ts"
import type { Column, Given } from "../../import/table/importer.ts"
import type { Pruefart } from "../../pruefplaene/due.ts"
import { intervalBetween } from "./intervall.ts"
import { pruefFields, pruefartShort } from "./pruefungen.ts"

/** Intervals of tests for a table without a column of intervals. */

/** Usual intervals. */
const USUAL: Partial<Record<Pruefart, string>> = {
  tuev: "24 Monate",
  eichung: "24 Monate",
  druckpruefung: "120 Monate",
}

/** @returns the kinds of tests whose days the table has, but not their interval */
const withoutInterval = (columns: readonly Column[]): Pruefart[] =>
  pruefarten.filter((art) => {
    const { alle, letzte, naechste } = pruefFields(art)
    const has = (field: string) => columns.some(({ spalte }) => spalte?.feld === field)
    return !has(alle) && (has(letzte) || has(naechste))
  })

/** @returns the usual intervals, as defaults for new devices */
export const usualIntervals = (columns: readonly Column[]): Given =>
  Object.fromEntries(
    withoutInterval(columns).flatMap((art) => (USUAL[art] ? [[pruefFields(art).alle, USUAL[art]]] : [])),
  )

type Row = { given: Given; name: string; existing: unknown }

/** @returns hints, in German, of intervals that two days show, and of usual ones */
export const usualHints = (columns: readonly Column[], rows: readonly Row[]): string[] =>
  withoutInterval(columns).flatMap((art) => {
    const { letzte, naechste } = pruefFields(art)
    const hints = new Hints()
    let isUsual = false
    for (const { given, name, existing } of rows) {
      if (!given[letzte] && !given[naechste]) continue
      const between = existing ? undefined : intervalBetween(given[letzte], given[naechste])
      isUsual ||= between === undefined && USUAL[art] !== undefined
      if (between)
        hints.add(
          `${pruefartShort[art]}: Bei [einem Gerät|# Geräten] sagen letzte und nächste Prüfung, wie oft zu prüfen ist`,
          `${name}: alle ${between}`,
        )
    }
    const usual = `${pruefartShort[art]}: Die Tabelle sagt nicht, wie oft zu prüfen ist. Bei neuen Geräten gilt: alle ${USUAL[art]} (sonst bitte eine Spalte „${pruefartShort[art]} alle“)`
    return [...hints.list(), ...(isUsual ? [usual] : [])]
  })
