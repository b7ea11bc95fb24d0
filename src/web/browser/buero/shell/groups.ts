import type { Screen } from "./screen.ts"

/** Groups by how often they are opened; a telephone's bar has room for the first four. */
const groups: readonly { name: string; words: readonly string[] }[] = [
  {
    name: "Tagesgeschäft",
    words: [
      "heute",
      "kunden",
      "buchen",
      "touren",
      "lieferungen",
      "klaerungen",
      "feierabend",
      "geraete",
      "pruefplaene",
      "artikel",
      "lager",
      "inventuren",
    ],
  },
  {
    name: "Pfand und Papiere",
    words: ["pfandbuch", "salden", "schwund", "abrechnungen", "belege", "datev", "pruefung"],
  },
  { name: "Verwaltung", words: ["mitarbeiter", "firma", "einrichten", "austausch", "protokoll", "firmen"] },
]

export type Group = { name: string; ways: Screen[] }

const rank = (words: readonly string[], { path }: Screen): number => words.indexOf(path.slice(1))

/** @returns what stands in the navigation, in its groups; a screen that is in none of them comes last */
export function groupsOf(screens: Screen[]): Group[] {
  const ways = screens.filter(({ icon }) => icon)
  const known = new Set(groups.flatMap(({ words }) => words))
  const rest = ways.filter(({ path }) => !known.has(path.slice(1)))
  return groups
    .map(({ name, words }, index) => ({
      name,
      ways: [
        ...ways
          .filter((way) => rank(words, way) >= 0)
          .toSorted((one, other) => rank(words, one) - rank(words, other)),
        ...(index === groups.length - 1 ? rest : []),
      ],
    }))
    .filter((group) => group.ways.length > 0)
}
