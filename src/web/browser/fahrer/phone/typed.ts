import { transact } from "./db.ts"
import { small } from "./small.ts"

/**
 * Entered text that is not on the disk yet. A transaction has to wait for those before it, and a page that ends
 * meanwhile undoes it: until it is through, the small store has its text, which it takes at once.
 */

const PREFIX = "eingegeben "

/**
 * @param value draft; its pictures are left out, for which the small store has no room
 * @returns forgets it, unless more was entered since
 */
export function noteTyped(key: string, value: object): () => void {
  const { fotos: _, ...texts } = value as { fotos?: unknown }
  const note = JSON.stringify(texts)
  small.set(PREFIX + key, note)
  return () => {
    if (small.get(PREFIX + key) === note) small.remove(PREFIX + key)
  }
}

/** @returns what of a draft is not on the disk yet */
export const readTyped = <T>(key: string): Partial<T> =>
  JSON.parse(small.get(PREFIX + key) ?? "{}") as Partial<T>

export const dropTyped = (key: string): void => small.remove(PREFIX + key)

export const dropAllTyped = (): void => small.keys(PREFIX).forEach(small.remove)

/** Puts into the drafts what a page that ended could not. Called before any of them is read. */
export async function recoverTyped(): Promise<void> {
  const names = small.keys(PREFIX)
  if (names.length === 0) return
  const stored = await transact(["sachen"], "readwrite", ({ sachen }) => {
    const notes = new Map<string, string | null>()
    for (const name of names) {
      const key = name.slice(PREFIX.length)
      const asked = sachen.get(key) as IDBRequest<object | undefined>
      asked.addEventListener("success", () => {
        // Only now: another tab may have stored it meanwhile, and more.
        const note = small.get(name)
        notes.set(name, note)
        if (note !== null) sachen.put({ ...asked.result, ...(JSON.parse(note) as object) }, key)
      })
    }
    return () => notes
  })
  for (const [name, note] of stored) if (small.get(name) === note) small.remove(name)
}
