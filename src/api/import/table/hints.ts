import { formatQuantity, listSome } from "../../../lib/format.ts"

/**
 * Cells that were understood otherwise than they stand there, told once for all rows. Each row still counts; of equal
 * examples one is named.
 */
export class Hints {
  readonly #kinds = new Map<string, { count: number; examples: Set<string> }>()

  /** @param kind a sentence for one row and for `#`, such as `Bei [einer Zeile|# Zeilen] fehlte die Null` */
  add(kind: string, example: string): void {
    const one = this.#kinds.getOrInsertComputed(kind, () => ({ count: 0, examples: new Set<string>() }))
    one.count++
    if (example !== "") one.examples.add(example)
  }

  list(): string[] {
    return [...this.#kinds].map(([kind, { count, examples }]) => {
      const sentence = kind
        .replaceAll(/\[(.*?)\|(.*?)\]/g, (_, one: string, many: string) => (count === 1 ? one : many))
        .replaceAll("#", formatQuantity(count))
      if (examples.size === 0) return sentence
      return `${sentence}${sentence.endsWith("?") ? "" : ":"} ${listSome([...examples])}`
    })
  }
}

/** @returns the sentence of a kind with its examples, one a row; nothing without any */
export function hintsOf(kind: string, examples: Iterable<string>): string[] {
  const hints = new Hints()
  for (const example of examples) hints.add(kind, example)
  return hints.list()
}
