import type { Piece } from "../api/frame/reply.ts"
import type { HttpDeps } from "./http-deps.ts"
import type { Call } from "./call.ts"

const encoder = new TextEncoder()

/**
 * Sends a long document piece by piece: each is made when the one before it was sent, in its company's turn. After
 * the caller has hung up, no more are made.
 */
export const streamOf = (
  pieces: Iterator<Piece>,
  { turns }: HttpDeps,
  { tenant, request: { signal } }: Call,
): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { value, done } = await turns.soon(tenant?.id ?? "", () => pieces.next(), signal)
        if (done) return controller.close()
        if (value) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value)
      }
    },
    cancel() {
      pieces.return?.()
    },
  })
