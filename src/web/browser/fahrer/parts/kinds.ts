import type { Artikel } from "../phone/tag.ts"
import type { SignName } from "./signs.tsx"

/** Patterns for the names that companies use, and the sign for each; the first match counts. */
type Words = [RegExp, SignName][]

const artikel: Words = [
  [/co2|co₂|kohlens|\bgas/, "gas"],
  [/palette|\bpal\b|pal-/, "palette"],
  [/fass|fässer|\bkeg/, "fass"],
  [/kasten|kästen|kiste|träger|\bkorb|\bki-/, "kasten"],
  [/becher|glas\b|gläser|krug|krüge|tasse|schale/, "becher"],
  [/flasche|bügel|\bfl-/, "flasche"],
  [/kühl|zapf|theke|gerät|automat|schrank/, "geraet"],
]

/** @returns the sign for an article, guessed from its name and number */
export function signOf({
  bezeichnung,
  nummer,
  art,
}: Pick<Artikel, "bezeichnung" | "nummer" | "art">): SignName {
  return find(artikel, `${bezeichnung} ${nummer}`) ?? (art === "gebinde" ? "kasten" : "karton")
}

const reasons: Words = [
  [/angetroffen|niemand|keiner|nicht da/, "niemand"],
  [/verweiger|abgelehnt|ablehn|nicht angenommen|wollte/, "verweigert"],
  [/zufahrt|zugang|versperrt|gesperrt|baustelle|parken|weg\b/, "gesperrt"],
  [/geschlossen|ruhetag|\bzu\b|schlüssel|abgeschlossen/, "zu"],
  [/zeit|spät|stau/, "zeit"],
  [/adresse|gefunden|anschrift/, "frage"],
  [/voll|platz|lager/, "voll"],
]

/** @returns the sign for a reason, guessed from its words, which each company chooses */
export const signOfReason = (grund: string): SignName => find(reasons, grund) ?? "worte"

const find = (words: Words, text: string): SignName | undefined =>
  words.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1]
