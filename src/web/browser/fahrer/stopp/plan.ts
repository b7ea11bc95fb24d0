import { address, dateInWords, span } from "../../ui/values/format.ts"
import { type Day, type Kunde, thingId, type Stopp } from "../phone/tag.ts"
import { nameOf } from "../parts/words.ts"

/** One line of a plan: pieces of an article, or a device. */
export type Soll = { id: string; name: string; isGeraet: boolean; ausgabe: number; ruecknahme: number }

/** The plan of a stop, as the screen shows it. */
export type Plan = {
  kunde_id: string
  /** Missing where nobody planned, and in drafts of earlier days. */
  standort_id?: string | null
  zeilen: Soll[]
  /** Further texts by their label; "" for none. */
  angaben: Record<string, string>
}

/** @returns the plan for what nobody planned */
export const noPlan = (kunde_id: string): Plan => ({ kunde_id, zeilen: [], angaben: {} })

/** @returns the present plan of a stop, with the names, which the day may lose */
export function planOf(day: Day, stopp: Stopp, kunde: Kunde): Plan {
  return {
    kunde_id: stopp.kunde_id,
    standort_id: stopp.standort_id,
    zeilen: stopp.positionen.map((position) => ({
      id: thingId(position),
      name: nameOf(day, position),
      isGeraet: position.geraet_id !== null,
      ausgabe: position.soll_ausgabe,
      ruecknahme: position.soll_ruecknahme,
    })),
    angaben: {
      Kunde: kunde.name,
      Adresse: address(kunde),
      Tag: dateInWords(stopp.datum),
      Uhrzeit: span(stopp.zeit_von, stopp.zeit_bis),
      Hinweis: [stopp.hinweis, kunde.anlieferungshinweis].filter(Boolean).join(" · "),
    },
  }
}

export type Direction = "ausgabe" | "ruecknahme"

/** A figure of the plan that was changed; 0 for one that was not, or is not, planned. */
export type Figure = Pick<Soll, "id" | "name" | "isGeraet"> & {
  direction: Direction
  was: number
  is: number
}
type Words = { name: string; was: string; is: string }
export type PlanChange = { figures: Figure[]; angaben: Words[] }

/** @returns what the office has changed of a plan; undefined for nothing */
export function changesOf(before: Plan, now: Plan): PlanChange | undefined {
  const earlier = new Map(before.zeilen.map((zeile) => [zeile.id, zeile]))
  const current = new Map(now.zeilen.map((zeile) => [zeile.id, zeile]))
  const figures = [...new Map([...earlier, ...current]).values()].flatMap(({ id, name, isGeraet }) =>
    (["ausgabe", "ruecknahme"] as const).map((direction) => ({
      id,
      name,
      isGeraet,
      direction,
      was: earlier.get(id)?.[direction] ?? 0,
      is: current.get(id)?.[direction] ?? 0,
    })),
  )
  const details = Object.entries(now.angaben).map(([name, is]) => ({
    name,
    was: before.angaben[name] ?? "",
    is,
  }))
  const differs = ({ was, is }: Figure | Words): boolean => was !== is
  const change = { figures: figures.filter(differs), angaben: details.filter(differs) }
  return change.figures.length + change.angaben.length > 0 ? change : undefined
}
