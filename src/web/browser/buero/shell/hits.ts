import type { Answer } from "../../ui/api/call.ts"
import { date } from "../../ui/values/format.ts"
import type { IconName } from "../../ui/parts/icons.tsx"
import type { Action } from "./actions.ts"
import type { Screen } from "./screen.ts"

/** Something to jump to; its id is where. */
export type Hit = { id: string; text: string; more: string; icon: IconName }
type Found = Answer<"get", "/api/suche">

const says = (...parts: (string | null)[]): string => parts.filter(Boolean).join(" · ")

/** Records that the interface found and that have a screen. */
export function hitsOf(
  { kunden, geraete, pfandartikel, lieferungen, abrechnungen }: Found,
  screens: Screen[],
): Hit[] {
  const there = new Set(screens.map(({ path }) => path))
  const all: [string, Hit[]][] = [
    [
      "/kunden",
      kunden.map(({ id, name, kundennummer, ort }) => ({
        id: `/kunden/${id}`,
        text: name,
        more: says(kundennummer, ort),
        icon: "customers",
      })),
    ],
    [
      "/geraete",
      geraete.map(({ id, bezeichnung, geraetenummer }) => ({
        id: `/geraete/${id}`,
        text: bezeichnung,
        more: geraetenummer,
        icon: "devices",
      })),
    ],
    [
      "/artikel",
      pfandartikel.map(({ id, bezeichnung, nummer }) => ({
        id: `/artikel/${id}`,
        text: bezeichnung,
        more: nummer,
        icon: "articles",
      })),
    ],
    [
      "/lieferungen",
      lieferungen.map(({ id, kunde_name, datum, fahrer_name }) => ({
        id: `/lieferungen/${id}`,
        text: kunde_name,
        more: says(date(datum), fahrer_name),
        icon: "deliveries",
      })),
    ],
    [
      "/abrechnungen",
      abrechnungen.map(({ id, nummer, art, datum, kunde_name }) => ({
        id: `/abrechnungen/${id}`,
        text: nummer,
        more: says(kunde_name, art === "storno" ? "Storno" : null, date(datum)),
        icon: "settle",
      })),
    ],
  ]
  return all.filter(([path]) => there.has(`${path}/:id`)).flatMap(([, hits]) => hits)
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

/** Without accents and capitals, so that `ruck` finds Rückgabe. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** Pages without an id in their address that are called what was typed. */
export const pagesFor = (screens: Screen[], text: string): Hit[] =>
  screens
    .filter(
      ({ path, label, also = "" }) => !path.includes(":") && plain(`${label} ${also}`).includes(plain(text)),
    )
    .map(({ path, label, icon }) => ({
      id: path,
      text: label,
      more: icon ? "Seite" : "",
      icon: icon ?? (path.endsWith("/neu") ? "plus" : "right"),
    }))

/** A role that sees no customers has nothing to look for. */
export const mayLook = (screens: Screen[]): boolean => screens.some(({ path }) => path === "/kunden/:id")
