import type { Static } from "@sinclair/typebox"
import type { Route } from "../../../api/frame/route.ts"
import { isExpired } from "../../../api/frame/session.ts"
import { answerByLink, asksByLink } from "../../../api/belege/antworten.ts"
import { hashOfName } from "../../../api/belege/links.ts"
import { LinkAnswer } from "../../../api/belege/model.ts"
import { openBeleg } from "../../../api/belege/rules.ts"
import { type LinkView, viewByLink } from "../../../api/belege/seite.ts"
import { documentReply } from "../../../http/answer.ts"
import { Call, infoOf } from "../../../http/call.ts"
import { statusOf } from "../../../http/errors.ts"
import { hidden, type HttpDeps, raw } from "../../../http/http-deps.ts"
import { readBytes } from "../../../http/input.ts"
import { respond } from "../../../http/respond.ts"
import { Refusal } from "../../../lib/refusal.ts"
import { loop } from "../../../lib/turns.ts"
import { validator } from "../../../lib/validation/validate.ts"
import { ANSWERING } from "../bundle/policy.ts"
import reading from "../pages/reading.css" with { type: "text" }
import { linkPage, nothingPage, refusedPage } from "./page.ts"
import style from "./antwort.css" with { type: "text" }

type Given = { request: Request; params: { name: string }; deps: HttpDeps }

/**
 * Pages for people without an account, under a prefix of their own: whoever has a link sees its document. The secret name
 * in the link is the only protection, and all that an answer needs; it opens nothing else. Opening a link changes
 * nothing, as programs that scan e-mails open every link.
 */
export const antwortRoutes: Route[] = [
  raw("GET /antwort/antwort.css", hidden("Aussehen der Seiten von Links"), ({ request }) =>
    respond(request, 200, reading + style, { "Content-Type": "text/css; charset=utf-8" }),
  ),
  raw("GET /antwort/:name", hidden("Ein Beleg, über seinen Link"), (given) =>
    show(given, (found) => html(given.request, 200, linkPage(found.view, given.params.name))),
  ),
  raw("POST /antwort/:name", hidden("Antwort auf einen Beleg"), (given) => answer(given)),
  raw("GET /antwort/:name/beleg.pdf", hidden("Die Datei eines Belegs, über seinen Link"), (given) =>
    show(given, (found) => file(given, found)),
  ),
  raw("GET /antwort", hidden("Kein Link"), ({ request }) => html(request, 404, nothingPage())),
  raw("GET /antwort/*", hidden("Kein Link"), ({ request }) => html(request, 404, nothingPage())),
]

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": ANSWERING,
  "X-Robots-Tag": "noindex, nofollow",
}

/** `Cache-Control` and `Referrer-Policy` are headers of every reply (http/respond.ts). */
const html = (request: Request, status: number, body: string, more: Record<string, string> = {}): Response =>
  respond(request, status, body, { ...HEADERS, ...more })

type Found = { tenant: ReturnType<HttpDeps["system"]["tenant"]>; view: LinkView }

/**
 * Finds what a link shows. A name that no link has counts as an attempt of the caller's address.
 *
 * @param counts whether a name that is right counts as well: so it does for an answer
 * @returns undefined for a link that does not work, whatever the reason
 * @throws Refusal too many, after too many attempts
 */
async function find({ request, params, deps }: Given, counts: boolean): Promise<Found | undefined> {
  const hash = hashOfName(params.name)
  const attempt = deps.linkThrottle.attempt(infoOf(request).address, { email: hash ?? "", id: undefined })
  const link = hash === undefined ? undefined : deps.system.findLink(hash)
  if (!link || isExpired(link.typ, link.demo_expires_at, deps.clock())) return undefined
  infoOf(request).tenant = link.tenant_id
  const tenant = deps.system.tenant(link.tenant_id)
  const view = await loop.run(ownerOf(tenant), () => viewByLink(tenant, link.beleg_id), request)
  if (!counts) attempt.takeBack()
  return view && { tenant, view }
}

/** Strangers wait in a line of their own, like another company: whoever has a link never holds up the company. */
const ownerOf = ({ id }: Found["tenant"]): string => `antwort ${id}`

/** Answers with what `found` makes of the link's document; with a page where there is none. */
async function show(given: Given, found: (one: Found) => Response, counts = false): Promise<Response> {
  return refusalsAsPages(given.request, async () => {
    const one = await find(given, counts)
    return one ? found(one) : html(given.request, 404, nothingPage())
  })
}

/** Turns refusals into pages: people read them here, not programs. */
async function refusalsAsPages(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { kind, message, details } = error
    const retry = details.retryAfter === undefined ? {} : { "Retry-After": String(details.retryAfter) }
    return html(request, statusOf(kind), refusedPage(message), { Connection: "close", ...retry })
  }
}

/** In bytes: the longest name and remark, percent-encoded, at most twelve bytes for each character. */
const FORM_LIMIT = 16 * 1024

const answer = (given: Given): Promise<Response> =>
  refusalsAsPages(given.request, async () => {
    const { request, params, deps } = given
    const found = await find(given, true)
    if (!found || !asksByLink(found.view.beleg)) return html(request, 404, nothingPage())
    const { tenant, view } = found
    const typed = readForm(await receive(request))
    try {
      const said = checkForm(typed) as Static<typeof LinkAnswer>
      const { address } = infoOf(request)
      const noted = await deps.system.write(() => answerAgain(tenant, view, said, address), ownerOf(tenant))
      if (noted === undefined) return html(request, 404, nothingPage())
      if (noted) return html(request, 303, "", { Location: `/antwort/${params.name}` })
      const now = viewByLink(tenant, view.beleg.id) ?? view
      return html(request, 409, linkPage(now, params.name, { late: true }))
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== "invalid") throw error
      const faults = new Map((error.details.faults ?? []).map(({ path, msg }) => [path, msg]))
      return html(request, 400, linkPage(view, params.name, { typed: { values: typed, faults } }))
    }
  })

/**
 * Stores the answer, in a transaction: the document is read again there. A browser that got no reply sends the same answer
 * again, which counts as stored.
 *
 * @returns whether this is now the answer; undefined if the document is gone
 */
function answerAgain(
  tenant: Found["tenant"],
  { beleg }: LinkView,
  said: Static<typeof LinkAnswer>,
  address: string,
): boolean | undefined {
  const view = viewByLink(tenant, beleg.id)
  if (!view) return undefined
  if (answerByLink(tenant, view.beleg, said, address)) return true
  const { antwort, name, bemerkung } = view.said ?? {}
  return antwort === said.antwort && name === said.name && bemerkung === (said.bemerkung ?? null)
}

const checkForm = validator(LinkAnswer, "body")
const utf8 = new TextDecoder("utf-8", { fatal: true })

function receive(request: Request): Promise<Uint8Array> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";")
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    throw new Refusal("wrong type", "Antworten nimmt diese Seite nur aus ihrem eigenen Formular.")
  return readBytes(request, FORM_LIMIT)
}

/**
 * @returns the form's fields as they were typed, without an empty remark
 * @throws Refusal incomplete, if it is not UTF-8 or a field comes twice
 */
function readForm(bytes: Uint8Array): Record<string, string> {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new Refusal("incomplete", "Diese Antwort ist nicht lesbar (UTF-8).")
  }
  const typed: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in typed) throw new Refusal("incomplete", "Ein Feld kam zweimal an.")
    typed[name] = value
  }
  if (typed["bemerkung"]?.trim() === "") delete typed["bemerkung"]
  return typed
}

function file({ request, params, deps }: Given, { tenant, view }: Found): Response {
  const call = new Call(request, params, infoOf(request))
  call.tenant = tenant
  const response = documentReply(openBeleg(tenant, view.beleg.id), call, deps)
  response.headers.set("X-Robots-Tag", HEADERS["X-Robots-Tag"])
  return response
}
