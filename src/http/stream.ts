import type { Piece } from "../api/frame/reply.ts"
import type { Log } from "../lib/log.ts"
import { Refusal } from "../lib/refusal.ts"
import { loop } from "../lib/turns.ts"
import type { Call } from "./call.ts"
import { requestIdOf } from "./request-info.ts"

const encoder = new TextEncoder()

/**
 * Sends a long document piece by piece. Each piece is made in a turn of its company, once the previous one
 * was sent; none is made after the caller has hung up. While one is made or waits for its turn, the connection is not cut
 * off as idle; it is when the caller takes nothing of what was sent. A failure ends the connection, as the caller has the status
 * already, and is logged here: nobody else hears of it.
 */
export function streamOf(
  pieces: Iterator<Piece>,
  { tenant, request, info }: Call,
  log: Log,
): ReadableStream<Uint8Array> {
  const next = () => loop.soon(tenant?.id ?? "", () => pieces.next(), request)
  return new ReadableStream({
    async pull(controller) {
      try {
        for (;;) {
          const { value, done } = await info.takingTime(next())
          if (done) return controller.close()
          if (value) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value)
        }
      } catch (error) {
        if (!(error instanceof Refusal))
          log.error("file broken off", { request_id: requestIdOf(request), error })
        throw error
      }
    },
    cancel() {
      pieces.return?.()
    },
  })
}
