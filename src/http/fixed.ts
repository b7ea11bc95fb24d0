import { contentTag, isKnown } from "./conditional.ts"
import { respond } from "./respond.ts"

/** Content that stays the same while the service runs. */
export type Fixed = { body: Blob; ETag: string }

/** @returns content ready to send, with its ETag. Keep it: encoding and hashing take longer than a reply. */
export const fix = (content: string | Uint8Array<ArrayBuffer>): Fixed => ({
  body: new Blob([content]),
  ETag: contentTag(content),
})

/** @returns a reply with the content; 304 if the client already has it */
export function respondFixed(
  request: Request,
  { body, ETag }: Fixed,
  headers: Record<string, string>,
): Response {
  const all = { ...headers, "Cache-Control": "no-cache", ETag }
  return isKnown(request, ETag) ? respond(request, 304, null, all) : respond(request, 200, body, all)
}
