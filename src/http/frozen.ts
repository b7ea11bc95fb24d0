import { Document, type Piece } from "../api/frame/reply.ts"
import type { Route } from "../api/frame/route.ts"
import { databaseIn } from "../db/open.ts"
import { openFrozen } from "../db/reading.ts"
import type { Call } from "./call.ts"
import type { HttpDeps } from "./http-deps.ts"

/** While a state is frozen the WAL grows: whoever takes longer to fetch a file is cut off. In ms. */
const LONGEST = 10 * 60_000

/**
 * Runs the handler of a long file on the state of this moment, until its last piece is sent: whoever is booked for
 * meanwhile stands in it once, and its sums are those of its rows.
 */
export function readingFrozen(
  { path, handler }: Route,
  contextOf: (call: Call) => object,
  { config }: HttpDeps,
): (call: Call) => Document {
  return (call) => {
    const { system, close } = openFrozen(databaseIn(config.dataDir))
    const opened = new DisposableStack()
    opened.defer(close)
    try {
      const tenant = system.tenant(call.tenant?.id ?? "")
      const document = handler({ ...contextOf(call), tenant } as never)
      if (!(document instanceof Document) || !isIterator(document.content))
        throw new Error(`${path} is no file in pieces`)
      return new Document(closing(document.content, opened), document.type, document.name)
    } catch (error) {
      opened.dispose()
      throw error
    }
  }
}

const isIterator = (content: Document["content"]): content is Iterator<Piece> =>
  typeof content === "object" && "next" in content

/** @returns the same pieces; closes behind the last, when the caller has hung up, or after the longest time, once */
function closing(pieces: Iterator<Piece>, opened: DisposableStack): Iterator<Piece> {
  const end = (): void => {
    clearTimeout(longest)
    opened.dispose()
  }
  const longest = setTimeout(end, LONGEST)
  longest.unref()
  return {
    next() {
      try {
        const piece = pieces.next()
        if (piece.done) end()
        return piece
      } catch (error) {
        end()
        throw error
      }
    },
    return() {
      pieces.return?.()
      end()
      return { done: true, value: undefined }
    },
  }
}
