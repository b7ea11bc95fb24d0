import { today as dayOf } from "../../ui/values/format.ts"
import type { components } from "../../ui/api/paths.gen.d.ts"
import { draftOfStopp, type Ended } from "./ended.ts"
import { bodyOf, type Entry, type Actual, idOf } from "../outbox/entry.ts"

/** A fetched day, and what had arrived by then. */
export type Fahrertag = components["schemas"]["Fahrertag"]
export type Fetched = {
  tag: Fahrertag
  /** When it was asked for, in ms. */
  am: number
  /** The entries that had arrived by then: their numbers. No clock says that: the telephone's may be set at any time. */
  kennt: number[]
  /** Stops that the office has planned since the first time it was asked for that day: their ids. */
  neu?: string[]
}

type Position = Stopp["positionen"][number]
export type ShortKunde = Fahrertag["weitere_kunden"][number]
/** A customer, with all that is to be known at the door where there is a stop. */
export type Kunde = ShortKunde & Partial<Fahrertag["kunden"][number]>
export type Artikel = Omit<Fahrertag["artikel"][number], "teile">
export type Geraet = Fahrertag["geraete"][number]

/** A stop as the driver knows it: the service's word, and over it what was tapped since. */
export type Stopp = Fahrertag["stopps"][number] & {
  /** Entries about it that wait or were refused. */
  offen: "wartet" | "braucht dich" | "beim Büro" | null
  /** Whether the office has planned it since the day began. */
  neu?: boolean
  /** Name of the customer as it was tapped, of whom the day may know nothing. */
  name?: string | undefined
}

/** The day with its records by their ids. */
export type Day = {
  tag: Fahrertag
  stopps: Stopp[]
  artikel: Map<string, Artikel>
  geraete: Map<string, Geraet>
  kunden: Map<string, Kunde>
  standorte: Map<string, Fahrertag["standorte"][number]>
}

/**
 * @param ended stops that this telephone has ended, of which it may hold no entry any more
 * @returns all stops of the day, in their order, with those that were made in the field
 */
export function stoppsOf(fetched: Fetched, entries: Entry[], ended: Ended[] = []): Stopp[] {
  const { tag, neu = [] } = fetched
  const news = newsOf(fetched, entries)
  const byKey = Map.groupBy(news, ({ lieferung_id }) => lieferung_id ?? "")
  const planned = tag.stopps.map((stopp) => {
    // Of what was given to the office, the day of the service has the outcome: what was booked may be something else.
    const fresh = (byKey.get(stopp.id) ?? []).filter(({ stand }) => stand !== "uebergeben" || isAhead(stopp))
    return withEnd(overlay({ ...stopp, offen: null, neu: neu.includes(stopp.id) }, fresh), ended)
  })
  const ungeplant = news.filter(
    ({ art, lieferung_id }) => art === "ungeplant" && !tag.stopps.some(({ id }) => id === lieferung_id),
  )
  return [...planned, ...ungeplant.map((entry) => overlay(blank(tag, entry), [entry]))]
}

/** Entries that the fetched day does not know. */
function newsOf({ kennt, tag }: Fetched, entries: Entry[]): Entry[] {
  const known = new Set(kennt)
  return entries.filter(
    (entry) => (entry.stand !== "gesendet" || !known.has(entry.nr)) && !isOver(tag, entry),
  )
}

/**
 * @returns whether an entry was given to the office and holds no longer: that has decided, or it is a start, which nobody
 *   makes up for
 */
export const isOver = ({ entschieden }: Pick<Fahrertag, "entschieden">, entry: Entry): boolean =>
  entry.stand === "uebergeben" && (entry.art === "start" || !!entschieden?.includes(idOf(entry)))

/**
 * @param stopps with those that were made in the field
 * @returns the devices of the day where they are by now: without a network, only this telephone knows it. What was
 *   handed to the office moves nothing until it has decided
 */
export function geraeteOf(fetched: Fetched, entries: Entry[], stopps: Stopp[]): Map<string, Geraet> {
  const geraete = new Map(fetched.tag.geraete.map((one) => [one.id, one]))
  for (const entry of newsOf(fetched, entries)) {
    const stopp = stopps.find(({ id }) => id === entry.lieferung_id)
    if (!stopp || entry.art === "klaerung" || entry.stand === "uebergeben") continue
    for (const { geraet_id = "", ist_ruecknahme, zustand } of bodyOf(entry).positionen ?? []) {
      const geraet = geraete.get(geraet_id)
      const kunde_id = ist_ruecknahme ? null : stopp.kunde_id
      const back = zustand === "beschaedigt" ? "wartung" : "lager"
      if (geraet) geraete.set(geraet_id, { ...geraet, kunde_id, status: kunde_id ? "beim_kunden" : back })
    }
  }
  return geraete
}

/** A stop that was ended here, and has arrived: a full telephone knows no more of it. */
function withEnd(stopp: Stopp, ended: Ended[]): Stopp {
  const end = isAhead(stopp) && ended.find((one) => one.entwurf === draftOfStopp(stopp.id, stopp.versuch))
  if (!end) return stopp
  const status = end.art === "fehlschlag" ? "nicht_zugestellt" : "zugestellt"
  return { ...stopp, status, erfasst_am: end.erfasst_am }
}

const overlay = (stopp: Stopp, entries: Entry[]): Stopp =>
  entries.reduce(
    (known, entry) => Object.assign({}, known, changeBy(known, entry), { offen: openOf(known, entry) }),
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

function openOf({ offen }: Stopp, { stand }: Entry): Stopp["offen"] {
  if (stand === "braucht dich" || offen === "braucht dich") return "braucht dich"
  if (stand === "uebergeben") return "beim Büro"
  return stand === "wartet" ? "wartet" : offen
}

function completed(planned: Position[], actual: Actual[]): Position[] {
  const rest = new Map(actual.map((position) => [thingId(position), position]))
  const known = planned.map((position) => {
    const key = thingId(position)
    const values = rest.get(key)
    rest.delete(key)
    return { ...position, ist_ausgabe: values?.ist_ausgabe ?? 0, ist_ruecknahme: values?.ist_ruecknahme ?? 0 }
  })
  const added = [...rest].map(([id, values]) => ({
    id,
    pfandartikel_id: values.pfandartikel_id ?? null,
    geraet_id: values.geraet_id ?? null,
    soll_ausgabe: 0,
    soll_ruecknahme: 0,
    ist_ausgabe: values.ist_ausgabe ?? 0,
    ist_ruecknahme: values.ist_ruecknahme ?? 0,
    zustand: null,
  }))
  return [...known, ...added]
}

const blank = (day: Fahrertag, entry: Entry): Stopp => ({
  id: entry.lieferung_id ?? "",
  kunde_id: bodyOf(entry).kunde_id ?? "",
  name: entry.kunde,
  standort_id: null,
  datum: day.heute,
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
export const isAhead = ({ status }: Pick<Stopp, "status">): boolean =>
  status === "geplant" || status === "unterwegs"

/** @returns whether it is counted in that day's evening: finished or failed on it, or by then still to be done */
export function isOfEvening(stopp: Stopp, today: string): boolean {
  if (stopp.gescheitert_am) return true
  if (isAhead(stopp)) return stopp.datum <= today
  const finished = stopp.erfasst_am === null ? stopp.datum : dayOf(new Date(stopp.erfasst_am))
  return finished === today
}

/** An article or a device: one of the two. */
export type ThingIds = Pick<Position, "pfandartikel_id" | "geraet_id">
type Named = { [K in keyof ThingIds]?: ThingIds[K] | undefined }
export const thingId = ({ pfandartikel_id, geraet_id }: Named): string => pfandartikel_id ?? geraet_id ?? ""

export type Quantity = ThingIds & { key: string; menge: number }

/** Adds up pieces per article and device; what comes to nothing is left out. */
function sum(parts: Quantity[]): Quantity[] {
  const byKey = new Map<string, Quantity>()
  for (const part of parts) {
    const earlier = byKey.get(part.key)
    byKey.set(part.key, { ...part, menge: (earlier?.menge ?? 0) + part.menge })
  }
  return [...byKey.values()].filter(({ menge }) => menge > 0)
}

export const quantityOf = ({ pfandartikel_id = null, geraet_id = null }: Named, menge: number): Quantity => ({
  key: thingId({ pfandartikel_id, geraet_id }),
  pfandartikel_id,
  geraet_id,
  menge,
})

/** Load for the remaining stops. */
export const ladung = (stopps: Stopp[]): Quantity[] =>
  sum(
    stopps
      .filter(isAhead)
      .flatMap(({ positionen }) => positionen.map((position) => quantityOf(position, position.soll_ausgabe))),
  )

/** Load in the evening: returns, and goods that were not taken. */
export function onTheTruck(stopps: Stopp[]): { leergut: Quantity[]; ware: Quantity[] } {
  const all = stopps.filter(({ status }) => status !== "storniert").flatMap(({ positionen }) => positionen)
  return {
    leergut: sum(all.map((position) => quantityOf(position, position.ist_ruecknahme ?? 0))),
    ware: sum(
      all.map((position) => quantityOf(position, position.soll_ausgabe - (position.ist_ausgabe ?? 0))),
    ),
  }
}
