import type { components } from "../../ui/api/paths.gen.d.ts"
import { bodyOf, type Entry, type Ist } from "../outbox/entry.ts"

/** A fetched day, and what had arrived by then. */
export type Tag = components["schemas"]["Fahrertag"]
export type Geholt = {
  tag: Tag
  /** When it was asked for, in ms. */
  am: number
  /** The entries that had arrived by then: their numbers. No clock says that: the telephone's may be set at any time. */
  kennt: number[]
}

type Position = Stopp["positionen"][number]
export type KundeKurz = Tag["weitere_kunden"][number]
/** A customer, with all that is to be known at the door where there is a stop. */
export type Kunde = KundeKurz & Partial<Tag["kunden"][number]>
export type Artikel = Tag["artikel"][number]
export type Geraet = Tag["geraete"][number]

/** A stop as the driver knows it: the service's word, and over it what was tapped since. */
export type Stopp = Tag["stopps"][number] & {
  /** Entries about it that wait or were refused. */
  offen: "wartet" | "braucht dich" | "beim Büro" | null
}

/** The day with its records by their ids. */
export type Day = {
  tag: Tag
  stopps: Stopp[]
  artikel: Map<string, Artikel>
  geraete: Map<string, Geraet>
  kunden: Map<string, Kunde>
}

/** @returns all stops of the day, in their order, with those that were made in the field */
export function stoppsOf({ tag, kennt }: Geholt, entries: Entry[]): Stopp[] {
  const known = new Set(kennt)
  const news = entries.filter(({ stand, nr }) => stand !== "gesendet" || !known.has(nr))
  const je = Map.groupBy(news, ({ lieferung_id }) => lieferung_id ?? "")
  const geplant = tag.stopps.map((stopp) => overlay({ ...stopp, offen: null }, je.get(stopp.id) ?? []))
  const ungeplant = news.filter(
    ({ art, lieferung_id }) => art === "ungeplant" && !tag.stopps.some(({ id }) => id === lieferung_id),
  )
  return [...geplant, ...ungeplant.map((entry) => overlay(blank(tag, entry), [entry]))]
}

const overlay = (stopp: Stopp, entries: Entry[]): Stopp =>
  entries.reduce(
    (known, entry) => Object.assign({}, known, changeBy(known, entry), { offen: offenOf(known, entry) }),
    stopp,
  )

function changeBy(stopp: Stopp, entry: Entry): Partial<Stopp> {
  const body = bodyOf(entry)
  if (body.versuch !== undefined && body.versuch !== stopp.versuch) return {}
  const erfasst_am = body.erfasst_am ?? null
  if (entry.art === "start")
    return stopp.status === "geplant" ? { status: "unterwegs", gestartet_am: erfasst_am } : {}
  if (entry.art === "fehlschlag") return { status: "nicht_zugestellt", grund: body.grund ?? null, erfasst_am }
  if (entry.art !== "abschluss" && entry.art !== "ungeplant") return {}
  return {
    status: "zugestellt",
    erfasst_am,
    empfaenger_name: body.empfaenger_name ?? null,
    unterschrieben: body.unterschrift !== undefined,
    positionen: completed(stopp.positionen, body.positionen ?? []),
  }
}

function offenOf({ offen }: Stopp, { stand }: Entry): Stopp["offen"] {
  if (stand === "braucht dich" || offen === "braucht dich") return "braucht dich"
  if (stand === "uebergeben") return "beim Büro"
  return stand === "wartet" ? "wartet" : offen
}

function completed(geplant: Position[], ist: Ist[]): Position[] {
  const rest = new Map(ist.map((position) => [sacheId(position), position]))
  const known = geplant.map((position) => {
    const key = sacheId(position)
    const werte = rest.get(key)
    rest.delete(key)
    return { ...position, ist_ausgabe: werte?.ist_ausgabe ?? 0, ist_ruecknahme: werte?.ist_ruecknahme ?? 0 }
  })
  const added = [...rest].map(([id, werte]) => ({
    id,
    pfandartikel_id: werte.pfandartikel_id ?? null,
    geraet_id: werte.geraet_id ?? null,
    soll_ausgabe: 0,
    soll_ruecknahme: 0,
    ist_ausgabe: werte.ist_ausgabe ?? 0,
    ist_ruecknahme: werte.ist_ruecknahme ?? 0,
    zustand: null,
  }))
  return [...known, ...added]
}

const blank = (tag: Tag, entry: Entry): Stopp => ({
  id: entry.lieferung_id ?? "",
  kunde_id: bodyOf(entry).kunde_id ?? "",
  datum: tag.heute,
  zeit_von: null,
  zeit_bis: null,
  reihenfolge: Number.MAX_SAFE_INTEGER,
  status: "unterwegs",
  hinweis: null,
  grund: null,
  empfaenger_name: null,
  gestartet_am: null,
  erfasst_am: null,
  versuch: 1,
  ungeplant: 1,
  unterschrieben: false,
  positionen: [],
  offen: null,
})

/** @returns whether there is still something to do */
export const isAhead = ({ status }: Stopp): boolean => status === "geplant" || status === "unterwegs"

/** @returns whether it is counted in that day's evening: finished on it, or by then still to be done */
export function isOfEvening(stopp: Stopp, heute: string): boolean {
  if (isAhead(stopp)) return stopp.datum <= heute
  const finished =
    stopp.erfasst_am === null ? stopp.datum : new Date(stopp.erfasst_am).toLocaleDateString("sv-SE")
  return finished === heute
}

/** An article or a device: one of the two. */
export type Sache = Pick<Position, "pfandartikel_id" | "geraet_id">
type Named = { [K in keyof Sache]?: Sache[K] | undefined }
export const sacheId = ({ pfandartikel_id, geraet_id }: Named): string => pfandartikel_id ?? geraet_id ?? ""

export type Menge = Sache & { key: string; menge: number }

/** Adds up pieces per article and device; what comes to nothing is left out. */
export function sum(teile: Menge[]): Menge[] {
  const je = new Map<string, Menge>()
  for (const teil of teile) {
    const bisher = je.get(teil.key)
    je.set(teil.key, { ...teil, menge: (bisher?.menge ?? 0) + teil.menge })
  }
  return [...je.values()].filter(({ menge }) => menge > 0)
}

export const mengeOf = ({ pfandartikel_id = null, geraet_id = null }: Named, menge: number): Menge => ({
  key: sacheId({ pfandartikel_id, geraet_id }),
  pfandartikel_id,
  geraet_id,
  menge,
})

/** Load for the remaining stops. */
export const ladung = (stopps: Stopp[]): Menge[] =>
  sum(
    stopps
      .filter(isAhead)
      .flatMap(({ positionen }) => positionen.map((position) => mengeOf(position, position.soll_ausgabe))),
  )

/** Load in the evening: returns, and goods that were not taken. */
export function aufDemWagen(stopps: Stopp[]): { leergut: Menge[]; ware: Menge[] } {
  const all = stopps.filter(({ status }) => status !== "storniert").flatMap(({ positionen }) => positionen)
  return {
    leergut: sum(all.map((position) => mengeOf(position, position.ist_ruecknahme ?? 0))),
    ware: sum(all.map((position) => mengeOf(position, position.soll_ausgabe - (position.ist_ausgabe ?? 0)))),
  }
}
