/**
 * The service's interface, typed by its own description (`bun run client`): an unknown address, parameter or field is
 * an error of the compiler.
 *
 *     const { items } = await call("get", "/api/kunden", { query: { q: "adl" } })
 */
import { ANOTHER_ACCOUNT } from "../../../../lib/another-account.ts"
import { actingHeader } from "./acting.ts"
import { noteAnswer, noteNoAnswer } from "./connection.ts"
import { takeEarly } from "./early-requests.ts"
import { ApiFault, fieldInWords, readFaults } from "./fault.ts"
import { accountHeader, anotherAccount, saysEnded, sessionEnded, sessionExpired } from "./logged-in.ts"
import type { paths } from "./paths.gen.d.ts"

type Method = "get" | "post" | "put" | "patch" | "delete"
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never
}[keyof paths]
type Operation<M extends Method, P extends keyof paths> = NonNullable<paths[P][M]>
type Parameters<O> = O extends { parameters: infer A } ? A : never
type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? { body: B } : object
type Query<O> =
  Parameters<O> extends { query?: infer Q extends object }
    ? { query?: Q }
    : Pick<Parameters<O>, "query" & keyof Parameters<O>>
type Path<O> = Parameters<O> extends { path: infer A extends object } ? { path: A } : object
type Extra = { signal?: AbortSignal; ifMatch?: number; ifNoneMatch?: string; form?: FormData }
export type Input<M extends Method, P extends keyof paths> = Path<Operation<M, P>> &
  Query<Operation<M, P>> &
  Body<Operation<M, P>> &
  Extra
export type Answer<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer R }
    ? R[keyof R & (200 | 201)] extends { content: { "application/json": infer B } }
      ? B
      : undefined
    : never
type Loose = Extra & { path?: object; query?: object; body?: unknown }

/**
 * Sends one request.
 *
 * @param input.ifMatch the version that must still be stored
 * @throws ApiFault for an error response; `status` 0 when there was no connection
 */
export async function call<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  ...[input]: object extends Input<M, P> ? [Input<M, P>?] : [Input<M, P>]
): Promise<Answer<M, P>> {
  return (await callUntyped(method, path, (input ?? {}) as Loose)).body as Answer<M, P>
}

/** Addresses where 401 means a wrong password, and not an expired log-in. */
const aboutPasswords = new Set(["/api/sitzung", "/api/auth/change-password"])

/** Like `call`, but untyped, and returns status and ETag as well: polling sends the ETag of the last answer. */
export async function callUntyped(method: Method, path: string, input: Loose) {
  const response = await answerTo(method, path, input)
  return { status: response.status, etag: response.headers.get("etag"), body: await bodyOf(response) }
}

/** Like `call`, but untyped, and returns the response itself: for answers that are not JSON. */
export async function answerTo(method: Method, path: string, input: Loose): Promise<Response> {
  const response = await send(method, path, input)
  if (saysEnded(response)) void tellIfEnded(response)
  if (response.ok || response.status === 304) return response
  const fault = faultOf(response, await bodyOf(response))
  if (response.status === 401 && fault.message === ANOTHER_ACCOUNT) anotherAccount()
  else if (response.status === 401 && !saysEnded(response) && !aboutPasswords.has(path)) sessionExpired()
  throw fault
}

/**
 * An old request may still carry the cookie of an ended log-in, while this browser has logged in again: so it asks
 * once more.
 */
async function tellIfEnded(response: Response): Promise<void> {
  const isBlocked = response.status === 403
  if (isBlocked || saysEnded(await fetch("/api/sitzung"))) sessionEnded()
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const json = response.headers.get("content-type")?.startsWith("application/json") ?? false
  return json && text !== "" ? JSON.parse(text) : undefined
}

async function send(method: Method, path: string, input: Loose): Promise<Response> {
  const headers: Record<string, string> = {
    ...actingHeader(),
    ...accountHeader(),
    ...(input.body !== undefined && { "Content-Type": "application/json" }),
    ...(input.ifMatch !== undefined && { "If-Match": `"${input.ifMatch}"` }),
    ...(input.ifNoneMatch && { "If-None-Match": input.ifNoneMatch }),
  }
  const url = addressOf(path, input.path, input.query)
  const early = method === "get" ? takeEarly(url)?.response : undefined
  const body = input.form ?? (input.body === undefined ? null : JSON.stringify(input.body))
  const signal = input.signal ?? null
  try {
    const response = await (early ?? fetch(url, { method: method.toUpperCase(), headers, body, signal }))
    if (noteAnswer(response)) return response
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error
    noteNoAnswer()
  }
  // What is read is tried again without anybody asking.
  const again = method === "get" ? "" : " Bitte noch einmal versuchen, sobald er wieder antwortet."
  throw new ApiFault(0, `Keine Verbindung zum Server.${again}`, [])
}

/** @returns the path with its ids filled in, and the parameters that have a value */
export function addressOf(path: string, ids: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((ids as Record<string, unknown>)[name] ?? "")),
  )
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "")
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

function faultOf(response: Response, body: unknown): ApiFault {
  const { error, faults } = readFaults(body)
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN)
  const named = faults.map(({ path, msg }) => `${fieldInWords(path)}: ${msg}`).join("; ")
  const message = error ?? (named || "Der Server antwortet nicht wie erwartet.")
  return new ApiFault(response.status, message, faults, Number.isFinite(wait) ? wait : undefined)
}
