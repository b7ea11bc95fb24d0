import { transact } from "./db.ts"
import { browserStore } from "../../ui/values/stores.ts"

/**
 * Entered text that is not on the disk yet. A transaction has to wait for those before it, and a page that ends
 * meanwhile undoes it: until it is through, the browser's store has its text, which it takes at once.
 */

const PREFIX = "eingegeben "
/** Stands for NaN, which JSON has no word for: a figure that nobody could read yet. No field can hold it. */
const UNREAD = "\u0000"

const written = (value: object): string =>
  JSON.stringify(value, (_, one: unknown) => (Number.isNaN(one) ? UNREAD : one))
const read = (note: string): object =>
  JSON.parse(note, (_, one: unknown) => (one === UNREAD ? Number.NaN : one)) as object

/**
 * @param value draft; its pictures are left out, for which the browser's store has no room
 * @returns forgets it, unless more was entered since
 */
export function noteTyped(key: string, value: object): () => void {
  const { fotos: _, ...texts } = value as { fotos?: unknown }
  const note = written(texts)
  browserStore.set(PREFIX + key, note)
  return () => {
    if (browserStore.get(PREFIX + key) === note) browserStore.remove(PREFIX + key)
  }
}

/** @returns what of a draft is not on the disk yet */
export const readTyped = <T>(key: string): Partial<T> =>
  read(browserStore.get(PREFIX + key) ?? "{}") as Partial<T>

export const dropTyped = (key: string): void => browserStore.remove(PREFIX + key)

export const dropAllTyped = (): void => browserStore.keys(PREFIX).forEach(browserStore.remove)

/** Puts into the drafts what a page that ended could not. Called before any of them is read. */
export async function recoverTyped(): Promise<void> {
  const names = browserStore.keys(PREFIX)
  if (names.length === 0) return
  const stored = await transact(["sachen"], "readwrite", ({ sachen }) => {
    const notes = new Map<string, string | null>()
    for (const name of names) {
      const key = name.slice(PREFIX.length)
      const asked = sachen.get(key) as IDBRequest<object | undefined>
      asked.addEventListener("success", () => {
        // Only now: another tab may have stored it meanwhile, and more.
        const note = browserStore.get(name)
        notes.set(name, note)
        if (note !== null) sachen.put({ ...asked.result, ...read(note) }, key)
      })
    }
    return () => notes
  })
  for (const [name, note] of stored) if (browserStore.get(name) === note) browserStore.remove(name)
}
