import type { Answer } from "../../ui/api/call.ts"
import { date, pieces } from "../../ui/values/format.ts"
import type { IconName } from "../../ui/parts/icons.tsx"
import type { Action } from "./actions.ts"
import type { Closed, Screen } from "./screen.ts"

/** Something to jump to. Its id is the address, unless `to` is given. */
export type Hit = {
  id: string
  text: string
  more: string
  icon: IconName
  /** The address, if it is not the id; null if this person may not open it. */
  to?: string | null
  /** What is done before one goes there. */
  before?: () => void
}

/** @returns the address that a hit leads to; undefined for what this person may not open */
export const hrefOf = ({ id, to = id }: Hit): string | undefined => to ?? undefined

type Found = Answer<"get", "/api/suche">

/** @returns records as hits, each with its name and what tells it from others of that name */
const records = <R extends { id: string }>(
  path: string,
  icon: IconName,
  found: R[],
  says: (record: R) => [name: string, ...more: (string | null)[]],
) => ({
  path,
  hits: found.map((record): Hit => {
    const [text, ...more] = says(record)
    return { id: `${path}/${record.id}`, text, more: more.filter(Boolean).join(" · "), icon }
  }),
})

/** Shows a list's inactive records too, which are among the hits and counted; by itself it leaves them out. */
const INACTIVE_TOO = "&aktiv=alle"

/** @returns a link to the list of everything found of this kind, where that is more than the hits above */
function moreHit(
  path: string,
  icon: IconName,
  word: string,
  shown: unknown[],
  all: number,
  q: string,
  also = "",
) {
  const number = all < COUNTED ? pieces(all) : `über ${pieces(COUNTED)}`
  const hit: Hit = {
    id: `${path}?q=${encodeURIComponent(q)}${also}`,
    text: `${shown.length} von ${number} ${word} zu „${q}“`,
    more: "Alle zeigen",
    icon,
  }
  return { path, hits: all > shown.length ? [hit] : [] }
}

/** As far as the interface counts. */
const COUNTED = 1000

/**
 * @param q what was searched for
 * @returns the records that were found, of the kinds that have a screen, and links to more of them
 */
export function hitsOf(found: Found, screens: Screen[], q: string): Hit[] {
  const there = new Set(screens.map(({ path }) => path))
  return [
    records("/kunden", "customers", found.kunden, (one) => [one.name, one.kundennummer, one.ort]),
    moreHit("/kunden", "customers", "Kunden", found.kunden, found.anzahl.kunden, q, INACTIVE_TOO),
    records("/geraete", "devices", found.geraete, (one) => [one.bezeichnung, one.geraetenummer]),
    moreHit("/geraete", "devices", "Geräten", found.geraete, found.anzahl.geraete, q),
    records("/artikel", "articles", found.pfandartikel, (one) => [one.bezeichnung, one.nummer]),
    moreHit(
      "/artikel",
      "articles",
      "Artikeln",
      found.pfandartikel,
      found.anzahl.pfandartikel,
      q,
      INACTIVE_TOO,
    ),
    records("/lieferungen", "deliveries", found.lieferungen, (one) => [
      one.kunde_name,
      date(one.datum),
      one.fahrer_name,
    ]),
    records("/abrechnungen", "settle", found.abrechnungen, (one) => [
      one.nummer,
      one.kunde_name,
      one.art === "storno" ? "Storno" : null,
      date(one.datum),
    ]),
  ].flatMap(({ path, hits }) => (there.has(`${path}/:id`) ? hits : []))
}

/** Actions on customers: one that was typed for every customer found, otherwise all actions for the best hit. */
export const actionHits = ({ kunden }: Found, actions: Action[], asked: Action | undefined): Hit[] =>
  (asked ? kunden : kunden.slice(0, 1)).flatMap(({ id, name, kundennummer }) =>
    (asked ? [asked] : actions).map(({ verb, at, icon }) => ({
      id: at(id),
      text: `${verb} ${name}`,
      more: kundennummer,
      icon,
    })),
  )

/** @returns the text without accents and capitals, so that `ruck` finds Rückgabe */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()

type Names = (string | undefined)[]

/** @returns a function that tells whether every word of the text is part of one of these names */
function meaning(text: string): (...names: Names) => boolean {
  const typed = plain(text).split(/\s+/)
  return (...names) => {
    const known = plain(names.join(" "))
    return typed.every((word) => known.includes(word))
  }
}

/** @returns the text without endings of verbs, so that `importieren` and `mahnen` find Import and Mahnung */
const stemmed = (text: string): string => text.replaceAll(/(?<=\p{L}{4})(?:ier)?e?n(?!\p{L})/gu, "")

/**
 * @returns pages, their sections and tasks whose names fit what was typed; if none fits, those that fit without the
 *   endings of verbs. Pages with an id in their address are left out
 */
export function pagesFor(screens: Screen[], text: string): Hit[] {
  const hits = pagesCalled(screens, text)
  return hits.length > 0 || text === "" ? hits : pagesCalled(screens, stemmed(text))
}

function pagesCalled(screens: Screen[], text: string): Hit[] {
  const isMeant = meaning(text)
  return screens
    .filter(({ path }) => !path.includes(":"))
    .flatMap(({ path, label, place, tab, also, sections = [], tasks = [] }) => {
      const icon = (tab ? place?.icon : undefined) ?? (path.endsWith("/neu") ? "plus" : "right")
      const more = !tab ? "" : place && place.name !== label ? place.name : "Seite"
      const page = { id: path, text: label, more, icon } as const
      const parts = sections
        .filter((one) => text !== "" && isMeant(one.label, one.also))
        .map((one) => ({ id: `${path}?abschnitt=${one.id}`, text: one.label, more: label, icon }))
      const done = tasks
        .filter((one) => text !== "" && isMeant(one.label, one.also))
        .map((one) => ({ id: `${path} ${one.label}`, to: path, text: one.label, more: one.where, icon }))
      return [...(isMeant(tab && place?.name, label, also) ? [page] : []), ...parts, ...done]
    })
}

type View = Answer<"get", "/api/ansichten">["items"][number]

/**
 * @param hide hides columns of a list, by its name
 * @returns the kept views of that name, each at the screen of its list
 */
export function viewsFor(
  views: readonly View[],
  screens: Screen[],
  text: string,
  hide: (liste: string, columns: readonly string[]) => void,
): Hit[] {
  if (text === "") return []
  const isMeant = meaning(text)
  return views
    .filter(({ name }) => isMeant(name))
    .flatMap(({ id, liste, name, adresse, spalten }): Hit[] => {
      const screen = screens.find(({ path, lists }) => (lists ? liste in lists : path === `/${liste}`))
      if (!screen) return []
      const asked = [screen.lists?.[liste], adresse].filter(Boolean).join("&")
      const to = asked === "" ? screen.path : `${screen.path}?${asked}`
      const before = (): void => hide(liste, spalten)
      return [{ id, to, text: name, more: `Ansicht von „${screen.label}“`, icon: "right", before }]
    })
}

/** Letters to type before closed pages are shown: fewer are part of too many words. */
const MEANT = 3

/** @returns what was typed and only administrators may open or do, so that nobody looks for it any further */
export const closedFor = (closed: Closed[], text: string): Hit[] =>
  text.length < MEANT
    ? []
    : closed
        .filter(({ label, also }) => meaning(text)(label, also))
        .map(({ label }) => ({
          id: `nur ${label}`,
          to: null,
          text: label,
          more: "nur die Verwaltung",
          icon: "key",
        }))

/** A role that sees no customers has nothing to look for. */
export const mayLook = (screens: Screen[]): boolean => screens.some(({ path }) => path === "/kunden/:id")
