import type { Piece } from "../api/frame/reply.ts"
import { loop } from "../lib/turns.ts"
import type { Call } from "./call.ts"

const encoder = new TextEncoder()

/**
 * Sends a long document piece by piece. A piece is made, in its company's turn, when the one before it was sent; after
 * the caller has hung up, none is.
 */
export const streamOf = (
  pieces: Iterator<Piece>,
  { tenant, request: { signal } }: Call,
): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { value, done } = await loop.soon(tenant?.id ?? "", () => pieces.next(), signal)
        if (done) return controller.close()
        if (value) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value)
      }
    },
    cancel() {
      pieces.return?.()
    },
  })
