import type { IconName } from "../../ui/parts/icons.tsx"
import type { Screen } from "./screen.ts"

/** Something to do or to look up for a customer: the words that ask for it, and the screen where it is done. */
export type Action = {
  verb: string
  words: RegExp
  screen: string
  at: (id: string) => string
  icon: IconName
}

const actions: readonly Action[] = [
  {
    verb: "Rückgabe buchen für",
    words: /^(?:rückgabe|rücknahme|leergut|buchen)\s+(?:buchen\s+)?(?:für\s+)?(?=\S)/i,
    screen: "/buchen",
    at: (id) => `/buchen?kunde=${id}`,
    icon: "returns",
  },
  {
    verb: "Neue Lieferung für",
    words: /^(?:neue\s+)?(?:lieferung|liefern)\s+(?:planen\s+)?(?:für\s+|an\s+)?(?=\S)/i,
    screen: "/lieferungen/neu",
    at: (id) => `/lieferungen/neu?kunde=${id}`,
    icon: "deliveries",
  },
  {
    verb: "Regelmäßig liefern an",
    words: /^(?:regelmäßig|liefertag|dauerauftrag)\s+(?:liefern\s+)?(?:für\s+|an\s+)?(?=\S)/i,
    screen: "/kunden/:id",
    at: (id) => `/kunden/${id}?panel=liefertag`,
    icon: "deliveries",
  },
  {
    verb: "Gerät ausgeben an",
    words: /^gerät\s+(?:ausgeben\s+)?(?:an\s+|für\s+)?(?=\S)/i,
    screen: "/geraete/:id",
    at: (id) => `/kunden/${id}?panel=ausgabe`,
    icon: "devices",
  },
  {
    verb: "Jetzt abrechnen:",
    words: /^(?:jetzt\s+)?abrechnen:?\s+(?:mit\s+|für\s+)?(?=\S)/i,
    screen: "/abrechnungen/:id",
    at: (id) => `/kunden/${id}?panel=abrechnen`,
    icon: "settle",
  },
  {
    verb: "Abrechnungen von",
    // A number after it is that of a settlement.
    words: /^(?:(?:ab)?rechnung(?:en)?|gutschrift(?:en)?)\s+(?:von\s+|für\s+|an\s+)?(?=.*\p{L})/iu,
    screen: "/abrechnungen",
    at: (id) => `/abrechnungen?kunde=${id}`,
    icon: "settle",
  },
]

/** @returns the actions on these screens */
export const actionsOf = (screens: Screen[]): Action[] => {
  const there = new Set(screens.map(({ path }) => path))
  return actions.filter(({ screen }) => there.has(screen))
}

/** @returns for `rückgabe adler` what is to be done, and for whom: `adler` */
export function readAction(text: string, known: Action[]): { action: Action | undefined; q: string } {
  const action = known.find(({ words }) => words.test(text))
  return { action, q: action ? text.replace(action.words, "") : text }
}
