import type { Verdict } from "./answer.ts"
import { bodyOf, type Entry, unsigned, withSignature } from "./entry.ts"

/** Without an answer for this long, there is no network. In ms. */
const PATIENCE = 30_000
/** The same for a picture, which takes longer on a bad signal. In ms. */
const PHOTO_PATIENCE = 180_000

/**
 * @returns the changes of an entry by an answer; undefined if it simply waits. One that has arrived loses its picture and
 *   signature, as the service has them
 */
export function settled(
  { body }: Entry,
  verdict: Verdict,
): Pick<Entry, "stand" | "antwort" | "body" | "schrift"> | undefined {
  if (verdict.means === "done")
    return {
      stand: "gesendet",
      antwort: null,
      body: typeof body === "string" ? unsigned(body) : JSON.stringify({ id: body.fields["id"] }),
      schrift: undefined,
    }
  if (verdict.means === "full") return { stand: "wartet", antwort: { status: 429, text: verdict.text }, body }
  if (verdict.means !== "refused") return undefined
  const { status, text } = verdict
  return { stand: "braucht dich", antwort: { status, text }, body }
}

/** @returns the body with another moment of the tap. @param erfasst_am ISO 8601 */
export function withMoment(body: Entry["body"], erfasst_am: string): Entry["body"] {
  if (typeof body !== "string") return { ...body, fields: { ...body.fields, erfasst_am } }
  return JSON.stringify({ ...bodyOf({ body }), erfasst_am })
}

/** @returns the request for an entry. @param bytes of its picture or signature */
export function request({ konto, body, schrift }: Entry, bytes: ArrayBuffer | undefined): RequestInit {
  // The service answers 401 when another account has logged in meanwhile.
  const headers: Record<string, string> = { "X-Account-Id": konto }
  const signal = AbortSignal.timeout(typeof body === "string" ? PATIENCE : PHOTO_PATIENCE)
  // A captive portal redirects, which is no answer of the service.
  const common = { method: "POST", redirect: "manual", signal } as const
  if (typeof body === "string")
    return {
      ...common,
      body: withSignature({ body, schrift }, bytes),
      headers: { ...headers, "Content-Type": "application/json" },
    }
  const form = new FormData()
  form.append("bild", new File(bytes ? [bytes] : [], "bild", { type: body.type }))
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value)
  return { ...common, body: form, headers }
}
