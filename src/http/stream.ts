import type { Piece } from "../api/frame/reply.ts"
import { loop } from "../lib/turns.ts"
import type { Call } from "./call.ts"

const encoder = new TextEncoder()

/**
 * Sends a long document piece by piece. Each piece is made in a turn of its company, once the previous one
 * was sent; none is made after the caller has hung up.
 */
export const streamOf = (pieces: Iterator<Piece>, { tenant, request }: Call): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { value, done } = await loop.soon(tenant?.id ?? "", () => pieces.next(), request)
        if (done) return controller.close()
        if (value) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value)
      }
    },
    cancel() {
      pieces.return?.()
    },
  })
