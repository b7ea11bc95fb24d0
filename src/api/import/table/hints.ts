import { formatQuantity, listSome } from "../../../lib/format.ts"

/** What is quoted in a sentence, which stays as it is; its two forms; the number of rows. */
const FORMS = /„[^“]*“|\[([^|\]]*)\|([^\]]*)\]|#/g

/**
 * Collects hints of one import. Rows with the same hint share one sentence, which counts the rows and names some examples.
 */
export class Hints {
  readonly #kinds = new Map<string, { count: number; examples: Set<string> }>()

  /** @param kind sentence for one row and for several, `#` their number: `Bei [einer Zeile|# Zeilen] fehlte die Null` */
  add(kind: string, example: string): void {
    const one = this.#kinds.getOrInsertComputed(kind, () => ({ count: 0, examples: new Set<string>() }))
    one.count++
    if (example !== "") one.examples.add(example)
  }

  /** @returns the sentences, without their full stop */
  list(): string[] {
    return [...this.#kinds].map(([kind, { count, examples }]) => {
      const sentence = kind.replaceAll(FORMS, (part, one?: string, many?: string) => {
        if (part.startsWith("„")) return part
        return ((count === 1 ? one : many) ?? part).replaceAll("#", formatQuantity(count))
      })
      if (examples.size === 0) return sentence
      return `${sentence}${sentence.endsWith("?") ? "" : ":"} ${listSome([...examples])}`
    })
  }
}

/** @param examples one of each row @returns the sentence with its examples; none without any */
export function hintsOf(kind: string, examples: Iterable<string>): string[] {
  const hints = new Hints()
  for (const example of examples) hints.add(kind, example)
  return hints.list()
}
