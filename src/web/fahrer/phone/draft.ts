import { useCallback, useEffect, useRef, useState } from "react"
import { isOpen, type Entry } from "../outbox/entry.ts"
import { keep } from "./keep.ts"
import type { Tag } from "./tag.ts"

/** As React sets a state: what took its time changes what is there by then, not what was there when it began. */
export type Change<T extends object> = (next: T | ((before: T) => T)) => void

/**
 * What is being entered: kept on the telephone with every change, so that neither a reload nor a telephone that dies
 * loses it.
 *
 * @returns `undefined` until it is read; what changes it; and what forgets it
 */
export function useDraft<T extends object>(name: string, blank: T) {
  const key = `entwurf ${name}`
  const [draft, setDraft] = useState<T>()
  const first = useRef(blank)
  const latest = useRef(blank)
  useEffect(() => {
    let left = false
    const take = (kept: T | undefined): void => {
      if (left) return
      latest.current = kept ?? first.current
      setDraft(latest.current)
    }
    keep.get<T>(key).then(take, () => take(undefined))
    return () => {
      left = true
    }
  }, [key])
  const change: Change<T> = useCallback(
    (next) => {
      latest.current = typeof next === "function" ? next(latest.current) : next
      setDraft(latest.current)
      // A full disk must not keep anybody from counting; what counts is kept with the entry.
      keep.set(key, latest.current).catch(() => {})
    },
    [key],
  )
  const forget = useCallback(() => keep.remove(key).catch(() => {}), [key])
  return { draft, change, forget }
}

/**
 * Forgets what was entered at stops that are no longer among the day's, and what has been sent: a telephone keeps no
 * names and signatures that it does not need.
 */
export async function forgetOldDrafts({ heute, stopps }: Tag, entries: Entry[]): Promise<void> {
  const ahead = new Set(stopps.map(({ id, versuch }) => `entwurf stopp ${id} ${versuch}`))
  const sent = new Set(
    entries.filter((entry) => entry.art === "ungeplant" && !isOpen(entry)).map(({ folge }) => folge),
  )
  for (const key of await keep.keys()) {
    const old = key.startsWith("entwurf stopp ") && !ahead.has(key)
    const counted = key.startsWith("entwurf feierabend ") && key !== `entwurf feierabend ${heute}`
    const done = sent.has(key.replace("entwurf ungeplant ", ""))
    if (old || counted || done) await keep.remove(key)
  }
}
