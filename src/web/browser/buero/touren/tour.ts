import type { Answer } from "../../ui/api/call.ts"
import type { Einheit } from "../../../../lib/einheit.ts"
import { backInWords, contentsOf, unitsInWords, unitsOf, withoutGoods } from "../../ui/values/contents.ts"
import { plural } from "../../ui/values/format.ts"
import { isActiveDriver, type Person } from "../../ui/state/people.ts"

export type Touren = Answer<"get", "/api/touren">
type Tour = Touren["touren"][number]
export type Stopp = Tour["stopps"][number]

/** One driver's day; `id` is empty for stops without a driver. */
export type Column = {
  id: string
  name: string
  stopps: Stopp[]
  late: number
  /** Says why the stops should go to somebody else. */
  remark: string | undefined
  /** Whether stops can be given to this driver: not to one who may not log in. */
  takes: boolean
}

/** Gives a stop to a driver, before another open one or behind all. */
export type MoveStopp = (stopp: Stopp, to: Column, before: string | undefined) => void

/** Asks for another day of a stop. @param before the open stop that it stands before; null for the last one */
export type AskDay = (stopp: Stopp, before: string | null) => void

export type Driver = { id: string; name: string }

/** @returns why somebody should have no stops; undefined for an active driver */
function remarkOn(person: Person | undefined): string | undefined {
  if (!person || isActiveDriver(person)) return undefined
  return person.aktiv === 1 ? "kein Fahrer" : "darf sich nicht anmelden"
}

/**
 * @param people of the company
 * @returns a column for each driver, with or without stops; the first is for stops without a driver
 */
export function columnsOf(touren: Touren | undefined, people: readonly Person[]): Column[] {
  const tours = touren?.touren ?? []
  const drivers = people.filter(isActiveDriver)
  const nobody: Driver = { id: "", name: "Ohne Fahrer" }
  // Somebody who has left still has stops of that day.
  const left = tours
    .filter(({ fahrer_id }) => fahrer_id !== null && !drivers.some(({ id }) => id === fahrer_id))
    .map(({ fahrer_id, fahrer_name }) => ({ id: fahrer_id ?? "", name: fahrer_name ?? "" }))
  return [nobody, ...drivers, ...left].map(({ id, name }) => {
    const tour = tours.find(({ fahrer_id }) => (fahrer_id ?? "") === id)
    const person = people.find((one) => one.id === id)
    return {
      id,
      name,
      stopps: tour?.stopps ?? [],
      late: tour?.verspaetet ?? 0,
      remark: remarkOn(person),
      takes: id === "" || person?.aktiv === 1,
    }
  })
}

const OPEN = new Set(["geplant", "unterwegs"])
export const isOpen = ({ status }: Stopp): boolean => OPEN.has(status)
/** A delivery that is under way stays with its driver: only what is planned changes hands. */
export const isMovable = ({ status }: Stopp): boolean => status === "geplant"

/** @returns `3 von 8 erledigt`, or `8 Stopps` as long as none is done */
export function progress({ stopps }: Pick<Column, "stopps">): string {
  const done = stopps.filter((stopp) => !isOpen(stopp)).length
  if (stopps.length === 0) return "Keine Stopps"
  return done === 0 ? plural(stopps.length, "Stopp", "Stopps") : `${done} von ${stopps.length} erledigt`
}

/** `12 Kästen, 4 Fässer, 2 Geräte`: what goes out, in the units of its articles. */
export function loadOf({ stopps }: Pick<Column, "stopps">): string {
  const sums = new Map<Einheit | null, number>()
  for (const { einheit, soll_ausgabe } of stopps.flatMap(({ positionen }) => positionen))
    sums.set(einheit, (sums.get(einheit) ?? 0) + soll_ausgabe)
  const words = (unit: Einheit | null, said: (sum: number) => string): string[] => {
    const sum = sums.get(unit) ?? 0
    return sum === 0 ? [] : [said(sum)]
  }
  const units = Object.keys(unitsInWords) as Einheit[]
  return [
    ...units.flatMap((unit) => words(unit, (sum) => unitsOf(sum, unit))),
    ...words(null, (sum) => plural(sum, "Gerät", "Geräte")),
  ].join(", ")
}

/** @returns what goes out and what comes back, a line each: `3 × Kasten Bier; 1 × Kühler`, `zurück 2 × Kasten leer` */
export function stoppInWords(stopp: Stopp): string[] {
  const lines = [contentsOf(stopp), backInWords(stopp)].filter(Boolean)
  return lines.length > 0 ? lines : [withoutGoods(stopp)]
}
