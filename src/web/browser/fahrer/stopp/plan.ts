import { address, dateInWords, span } from "../../ui/values/format.ts"
import { type Day, type Kunde, sacheId, type Stopp } from "../phone/tag.ts"
import { nameOf } from "../teile/words.ts"

/** One thing of a plan: pieces of an article, or a device. */
export type Soll = { id: string; name: string; isGeraet: boolean; ausgabe: number; ruecknahme: number }

/** Plan of a stop as a screen shows it. */
export type Plan = {
  kunde_id: string
  zeilen: Soll[]
  /** Further text beside the name, or "". */
  angaben: Record<string, string>
}

/** Where nothing is planned. */
export const noPlan = (kunde_id: string): Plan => ({ kunde_id, zeilen: [], angaben: {} })

/** @returns the plan of a stop as it is now, with names that stay when the day forgets them */
export function planOf(day: Day, stopp: Stopp, kunde: Kunde): Plan {
  return {
    kunde_id: stopp.kunde_id,
    zeilen: stopp.positionen.map((position) => ({
      id: sacheId(position),
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

export type Richtung = "ausgabe" | "ruecknahme"

/** A figure of the plan that is another one now; 0 where it stood or stands no more. */
export type Figure = Pick<Soll, "id" | "name" | "isGeraet"> & {
  richtung: Richtung
  vorher: number
  jetzt: number
}
type Words = { name: string; vorher: string; jetzt: string }
export type Aenderung = { mengen: Figure[]; angaben: Words[] }

/** @returns what the office has changed of a plan, or undefined when it is the same */
export function changesOf(before: Plan, now: Plan): Aenderung | undefined {
  const earlier = new Map(before.zeilen.map((zeile) => [zeile.id, zeile]))
  const current = new Map(now.zeilen.map((zeile) => [zeile.id, zeile]))
  const mengen = [...new Map([...earlier, ...current]).values()].flatMap(({ id, name, isGeraet }) =>
    (["ausgabe", "ruecknahme"] as const).map((richtung) => ({
      id,
      name,
      isGeraet,
      richtung,
      vorher: earlier.get(id)?.[richtung] ?? 0,
      jetzt: current.get(id)?.[richtung] ?? 0,
    })),
  )
  const angaben = Object.entries(now.angaben).map(([name, jetzt]) => ({
    name,
    vorher: before.angaben[name] ?? "",
    jetzt,
  }))
  const differs = ({ vorher, jetzt }: Figure | Words): boolean => vorher !== jetzt
  const aenderung = { mengen: mengen.filter(differs), angaben: angaben.filter(differs) }
  return aenderung.mengen.length + aenderung.angaben.length > 0 ? aenderung : undefined
}
