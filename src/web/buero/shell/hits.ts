import type { Answer } from "../../ui/api/call.ts"
import { date } from "../../ui/format.ts"
import type { IconName } from "../../ui/icons.tsx"
import type { Screen } from "./screen.ts"

/** Something to jump to; its id is where. */
export type Hit = { id: string; text: string; more: string; icon: IconName }
type Found = Answer<"get", "/api/suche">

const says = (...parts: (string | null)[]): string => parts.filter(Boolean).join(" · ")

/** What the interface found, as far as there is a screen for it. */
export function hitsOf({ kunden, geraete, pfandartikel, lieferungen }: Found, screens: Screen[]): Hit[] {
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
  ]
  return all.filter(([path]) => there.has(`${path}/:id`)).flatMap(([, hits]) => hits)
}

/** Pages without an id in their address whose name holds what was typed. */
export const pagesFor = (screens: Screen[], text: string): Hit[] =>
  screens
    .filter(({ path, label }) => !path.includes(":") && label.toLowerCase().includes(text.toLowerCase()))
    .map(({ path, label, icon = "right" }) => ({ id: path, text: label, more: "Seite", icon }))

/** Whoever sees no customers has nothing to look for. */
export const mayLook = (screens: Screen[]): boolean => screens.some(({ path }) => path === "/kunden/:id")
