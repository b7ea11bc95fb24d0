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
import { type HttpDeps, raw } from "../../../http/http-deps.ts"
import { readBytes } from "../../../http/input.ts"
import { respond } from "../../../http/respond.ts"
import { Refusal } from "../../../lib/refusal.ts"
import { loop } from "../../../lib/turns.ts"
import { validator } from "../../../lib/validation/validate.ts"
import { ANSWERING } from "../bundle/policy.ts"
import reading from "../pages/reading.css" with { type: "text" }
import { linkPage, nothingPage, refusedPage, type Typed } from "./page.ts"
import style from "./antwort.css" with { type: "text" }

const hidden = (summary: string) => ({ summary, undocumented: true }) as const

type Given = { request: Request; params: { name: string }; deps: HttpDeps }

/**
 * Pages for people without an account, under a prefix of their own: one document for whoever has its link. The name in
 * the link is all that protects them, and all that an answer needs; nothing else here can be reached by it. Opening a
 * link changes nothing, as programs that look through mail open every one.
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

/** Replies are kept nowhere and name nobody that sent them on: both are headers of every reply (http/respond.ts). */
const html = (request: Request, status: number, body: string, more: Record<string, string> = {}): Response =>
  respond(request, status, body, { ...HEADERS, ...more })

type Found = { tenant: ReturnType<HttpDeps["system"]["tenant"]>; view: LinkView }

/**
 * Finds what a link shows. Names that are none count against the caller's address, and so does every answer.
 *
 * @returns undefined for a link that leads nowhere, whatever the reason
 * @throws Refusal too many
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

/** Strangers and the company's own people are served like two companies: whoever has a link holds up none of them. */
const ownerOf = ({ id }: Found["tenant"]): string => `antwort ${id}`

/** Refusals become pages: whoever is here has no program to read them. */
async function show(given: Given, found: (one: Found) => Response, counts = false): Promise<Response> {
  return inWords(given.request, async () => {
    const one = await find(given, counts)
    return one ? found(one) : html(given.request, 404, nothingPage())
  })
}

async function inWords(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { kind, message, details } = error
    const retry = details.retryAfter === undefined ? {} : { "Retry-After": String(details.retryAfter) }
    return html(request, statusOf(kind), refusedPage(message), { Connection: "close", ...retry })
  }
}

/** Of the longest name and remark in percent signs: each character at most twelve bytes. */
const FORM_LIMIT = 16 * 1024

const answer = (given: Given): Promise<Response> =>
  inWords(given.request, async () => {
    const { request, params, deps } = given
    const found = await find(given, true)
    if (!found || !asksByLink(found.view.beleg)) return html(request, 404, nothingPage())
    const { tenant, view } = found
    const typed = readForm(await receive(request))
    const form = (faults: Typed["faults"]): Response =>
      html(request, 400, linkPage(view, params.name, { typed: { values: typed, faults } }))
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
      return form(new Map((error.details.faults ?? []).map(({ path, msg }) => [path, msg])))
    }
  })

/**
 * Answers what stands there when the transaction begins. The same answer once more, as a browser sends it that heard
 * nothing of the first, is the answer that there is.
 *
 * @returns whether that is the answer now; undefined where the document is gone
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

/** @returns the form's fields as they were typed; an empty remark is none */
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
