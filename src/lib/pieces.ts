/**
 * Work that is done in pieces, so that others may have their turn between two of them: it yields where it may be
 * interrupted, and returns its result.
 */
export type Pieces<T> = Generator<void, T>

/** Does all pieces one after the other, for whoever cannot be interrupted. */
export function atOnce<T>(pieces: Pieces<T>): T {
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}

export const isPieces = (value: unknown): value is Pieces<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value && "next" in value
