import { version } from "../../version.ts"
import type { Log } from "../../lib/log.ts"

/** Time for an answer, in ms. */
const PATIENCE = 10_000

/**
 * A call to the address by which somebody outside knows that the service is alive. Who watches there says so when no
 * call comes any more: a server that is off cannot say it itself.
 *
 * @returns a function that calls once; that calls do not arrive is logged once, and once when they do again
 */
export function createHeartbeat(address: string, log: Log): () => Promise<void> {
  let arrived = true
  return async () => {
    const refusal = await call(address)
    if (refusal && arrived)
      log.warn("the heartbeat does not arrive", { reason: refusal, advice: "HERZSCHLAG prüfen" })
    if (!refusal && !arrived) log.info("the heartbeat arrives again")
    arrived = refusal === undefined
  }
}

/** @returns why it was not taken; undefined where it was */
async function call(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, {
      headers: { "User-Agent": `pfandwerk/${version}` },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    })
    await answer.body?.cancel()
    return answer.ok ? undefined : `Status ${answer.status}`
  } catch (error) {
    return (error as Error).message
  }
}
