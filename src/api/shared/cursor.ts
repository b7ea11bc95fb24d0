import type { Value } from "../../db/query.ts"
import { invalid, type Refusal } from "../../lib/refusal.ts"

/**
 * An opaque key for the next page. Names its list and order, so that it cannot be used with another.
 *
 * @param order the list's name and the sort
 */
export const cursor = (order: string, key: Value, id: string): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString("base64url")

/** @throws Refusal invalid for a cursor of another list or order */
export function readCursor(text: string, order: string): [Value, string] {
  try {
    const [madeFor, key, id] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[]
    const plain = key === null || typeof key === "string" || typeof key === "number"
    if (madeFor === order && plain && typeof id === "string") return [key, id]
  } catch {
    // Falls through to the refusal.
  }
  throw foreignCursor()
}

export const foreignCursor = (): Refusal =>
  invalid("cursor", "gehört nicht zu dieser Liste und Sortierung", "query")
