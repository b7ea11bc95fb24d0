import { after } from "../lib/after.ts"
import type { Call } from "./call.ts"
import { isKnown } from "./conditional.ts"
import type { HttpDeps } from "./http-deps.ts"
import { respond } from "./respond.ts"

/** Most answers remembered: enough for hundreds of open pages, each with a few addresses. */
const REMEMBERED = 1000

type Answer = Response | Promise<Response>

/**
 * For addresses that pages poll every few seconds. A page that has the last answer gets 304 without any work, as long
 * as nothing of the company has changed and the minute is the same, since stops become late by the clock alone.
 *
 * @param perform answers with an ETag of the whole reply
 */
export function polled(perform: (call: Call) => Answer, { clock }: HttpDeps): (call: Call) => Answer {
  const answers = new Map<string, { state: string; etag: string }>()
  const remember = (key: string, answer: { state: string; etag: string }): void => {
    answers.delete(key)
    answers.set(key, answer)
    for (const [oldest] of answers) {
      if (answers.size <= REMEMBERED) break
      answers.delete(oldest)
    }
  }
  return (call) => {
    const { request, tenant, actor } = call
    const key = `${tenant?.id} ${actor?.id} ${actor?.rolle} ${request.url}`
    const state = `${tenant?.changes()} ${Math.floor(clock().getTime() / 60_000)}`
    const last = answers.get(key)
    if (last?.state === state && isKnown(request, last.etag))
      return respond(request, 304, null, { ETag: last.etag })
    return after(perform(call), (response) => {
      const etag = response.headers.get("etag")
      if (etag !== null) remember(key, { state, etag })
      return response
    })
  }
}
