import { query } from "../../../db/query.ts"
import { geraete_pruefplaene } from "../../../db/schema.ts"
import { pruefarten } from "../../../db/schema/values.ts"
import type { TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { pruefartInWords } from "../../../lib/arten.ts"
import { formatDatum } from "../../../lib/format.ts"
import { addDays, nextAfter } from "../../../lib/day.ts"
import type { Actor } from "../../frame/session.ts"
import type { DayOfMonth } from "../../../lib/day-read.ts"
import type { ImportColumn } from "../../import/table/columns.ts"
import { dayQuestion, daysIn, ambiguousDay } from "../../import/table/day.ts"
import { Hints } from "../../import/table/hints.ts"
import { intervalBetween, intervall, LEEWAY } from "./intervall.ts"
import type { Given, RowFault } from "../../import/table/importer.ts"
import type { Pruefart } from "../../pruefplaene/due.ts"
import { type Plan, putPlan } from "../../pruefplaene/rules.ts"

/** Tests of devices in tables: for each kind the interval, the last day and the next. */

type Values = Partial<Record<string, unknown>>
/** `alle` is the interval. */
type Was = "alle" | "letzte" | "naechste"

/** @returns the fields of one kind of test */
export const pruefFields = (art: Pruefart): Record<Was, string> => ({
  alle: `${art}_alle`,
  letzte: `${art}_letzte`,
  naechste: `${art}_naechste`,
})

/** @returns a column of days. A month without a day is its first day for the last test, and its last day for the next */
const tag = (day: DayOfMonth): Required<Pick<ImportColumn, "reader" | "write">> => ({
  reader: (cells, heading, context) => {
    const read = daysIn(cells, day, context)
    const hints = new Hints()
    const which = day === "first" ? "erste" : "letzte"
    return {
      read: (cell) => {
        const { value, isMonth } = read(cell)
        // Two digits were read as a year of the last century, but the next test is in the future.
        if (day === "last" && value < "2000" && !/\d{4}/.test(cell))
          throw ambiguousDay(value, value.replace(/^19/, "20"))
        if (isMonth)
          hints.add(
            `In der Spalte „${heading}“ steht # Mal nur ein Monat: gemeint ist sein ${which}r Tag`,
            `${cell} → ${formatDatum(value)}`,
          )
        return value
      },
      hints: () => hints.list(),
      frage: dayQuestion(cells, heading, context),
    }
  },
  write: formatDatum,
})

/** Short names of the tests, for headings and hints. */
export const pruefartShort = { ...pruefartInWords, tuev: "TÜV" }

export const pruefspalten: readonly ImportColumn[] = pruefarten.flatMap((art): ImportColumn[] => {
  const { alle, letzte, naechste } = pruefFields(art)
  const name = pruefartShort[art]
  const first = art === pruefarten[0]
  return [
    {
      feld: alle,
      name: `${name} alle`,
      auch: [
        `${name} Intervall`,
        `${name} Turnus`,
        `${name} Frist`,
        `${name} Zyklus`,
        `Prüfintervall ${name}`,
        ...(art === "tuev" ? ["Prüfintervall", "Prüfturnus", "Prüffrist", "Prüfzyklus"] : []),
      ],
      about: "Wie oft: 24 Monate, 2 Jahre oder 90 Tage",
      example: first ? "24 Monate" : "",
      ...intervall,
    },
    {
      feld: letzte,
      name: `${name} zuletzt`,
      auch: [
        `${name} am`,
        `Letzte ${name}`,
        `Letzter ${name}`,
        `${name} letzte`,
        `${name} geprüft am`,
        `${name} Datum`,
        ...(art === "tuev" ? ["Letzte Prüfung", "Geprüft am", "Prüfdatum", "TÜV-Prüfung am"] : []),
      ],
      about: `Tag der letzten Prüfung (${pruefartInWords[art]})`,
      example: first ? "15.03.2025" : "",
      ...tag("first"),
    },
    {
      feld: naechste,
      name: `${name} nächste`,
      auch: [
        `${name} bis`,
        `${name} fällig`,
        `${name} gültig bis`,
        `Nächste ${name}`,
        `Nächster ${name}`,
        ...(art === "tuev" ? ["Nächste Prüfung", "Prüfung fällig", "Geprüft bis", "Prüfen bis", name] : []),
      ],
      about: "Bis zu diesem Tag ist es geprüft; leer: zuletzt und der Zeitraum danach",
      example: "",
      ...tag("last"),
    },
  ]
})

/** @returns whether it is a field of a test, and none of the device's own */
export const isPrueffeld = (field: string): boolean => pruefspalten.some((column) => column.feld === field)

/** Fields of days. */
export const pruefzeiten = pruefarten.flatMap((art) => [pruefFields(art).letzte, pruefFields(art).naechste])

const plans = query<Plan, { ids: string }>`
  SELECT p.* FROM json_each(:ids) j CROSS JOIN ${geraete_pruefplaene} p ON p.geraet_id = j.value`

/** @returns the fields of the tests of some devices, by the device's id */
export function pruefwerte(tenant: TenantReader, geraete: string[]): Map<string, Values> {
  const found = new Map<string, Values>()
  for (const plan of tenant.all(plans, { ids: JSON.stringify(geraete) })) {
    const { alle, letzte, naechste } = pruefFields(plan.art)
    found.set(plan.geraet_id, {
      ...found.get(plan.geraet_id),
      [alle]: `${plan.intervall} ${plan.intervall_in === "tage" ? "Tage" : "Monate"}`,
      [letzte]: plan.letzte ?? undefined,
      [naechste]: plan.naechste,
    })
  }
  return found
}

type Tested = {
  zeile: number
  given: Given
  /** What changes of a stored device; undefined for a new one. */
  patch: Given | undefined
  faulty?: ReadonlySet<string>
}

/**
 * Checks the tests of a row. Adds a missing interval if two days show it, and the next day if the row changes the last.
 *
 * @returns the faults
 */
export function checkPruefungen(
  values: Values,
  { zeile, given, patch, faulty }: Tested,
  today: string,
): RowFault[] {
  return pruefarten.flatMap((art): RowFault[] => {
    const { alle, letzte, naechste } = pruefFields(art)
    if ([alle, letzte, naechste].some((field) => faulty?.has(field))) return []
    if (!values[alle] && !values[letzte] && !values[naechste]) return []
    // Nothing but the default interval (usual-intervals.ts): no plan.
    if (!patch && given[alle] === undefined && !values[letzte] && !values[naechste]) {
      delete values[alle]
      return []
    }
    const between =
      patch || given[alle] !== undefined ? undefined : intervalBetween(values[letzte], values[naechste])
    if (between) values[alle] = between
    if (!values[alle]) return [{ zeile, feld: alle, msg: "fehlt: wie oft ist zu prüfen?" }]
    const last = values[letzte] as string | undefined
    if (last && last > today) return [{ zeile, feld: letzte, msg: "liegt in der Zukunft" }]
    if (!last && !values[naechste])
      return [{ zeile, feld: naechste, msg: "fehlt: wann ist die nächste oder war die letzte Prüfung?" }]
    const isMoved = patch === undefined || alle in patch || letzte in patch
    if (last && isMoved && given[naechste] === undefined) {
      values[naechste] = nextAfter(last, readIntervall(values[alle]))
      if (patch) patch[naechste] = values[naechste]
    }
    return []
  })
}

/** @returns hints, in German, of devices whose next test is before the last one, or much later than the interval says */
export function oddHints(rows: readonly { given: Given; name: string }[], today: string): string[] {
  const hints = new Hints()
  for (const { given, name } of rows)
    for (const art of pruefarten) {
      const { alle, letzte, naechste } = pruefFields(art)
      const [last, next] = [given[letzte], given[naechste]]
      if (typeof last === "string" && typeof next === "string" && next < last)
        hints.add(
          `${pruefartShort[art]}: Bei [einem Gerät|# Geräten] ist die nächste Prüfung vor der letzten. Ist das gemeint?`,
          `${name} (${formatDatum(next)})`,
        )
      if (!given[alle] || typeof next !== "string") continue
      const since = typeof last === "string" ? last : today
      if (next > addDays(nextAfter(since, readIntervall(given[alle])), LEEWAY))
        hints.add(
          `${pruefartShort[art]}: Bei [einem Gerät|# Geräten] ist die nächste Prüfung viel später, als ihr Zeitraum sagt. Ist das gemeint?`,
          `${name} (${formatDatum(next)})`,
        )
    }
  return hints.list()
}

/** @param value as `24 Monate` or `90 Tage` */
function readIntervall(value: unknown): { intervall: number; intervall_in: "tage" | "monate" } {
  const [count, unit] = String(value).split(" ")
  return { intervall: Number(count), intervall_in: unit === "Tage" ? "tage" : "monate" }
}

/** Stores the plans of a device. @param patch what changes; all values, if it is left out */
export function storePruefungen(
  tenant: TenantDb,
  actor: Actor,
  geraet_id: string,
  values: Values,
  patch: Given = values,
): void {
  for (const art of pruefarten) {
    const names = pruefFields(art)
    if (!values[names.alle] || !Object.values(names).some((field) => patch[field] !== undefined)) continue
    const [last, naechste] = [values[names.letzte], values[names.naechste]] as (string | null | undefined)[]
    putPlan(tenant, actor, geraet_id, art, {
      ...readIntervall(values[names.alle]),
      letzte: last ?? null,
      ...(naechste && { naechste }),
    })
  }
}
