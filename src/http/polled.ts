import { after } from "../lib/after.ts"
import type { Call } from "./call.ts"
import { isKnown } from "./conditional.ts"
import type { HttpDeps } from "./http-deps.ts"
import { respond } from "./respond.ts"

/** Maximum number of answers remembered per route: enough for hundreds of open pages. */
const REMEMBERED = 1000

type Answer = Response | Promise<Response>

/**
 * Speeds up routes that pages poll every few seconds: a page that has the last answer gets 304 without running
 * the handler while none of the company's data has changed. An answer serves for the rest of its minute only:
 * a tour's stop can become late without any change of data.
 *
 * @param perform makes a reply with an ETag of its content
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
