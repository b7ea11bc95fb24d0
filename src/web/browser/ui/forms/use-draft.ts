import { useEffect, useState } from "react"
import { useAccount } from "../session/account.tsx"
import { newId } from "../values/ids.ts"
import {
  forgetDraft,
  isEnteredNow,
  keepDraft,
  leaveDraft,
  markEnteredNow,
  noteShown,
  readDraft,
} from "./draft.ts"
import { type Draft, isUnsent } from "./unsent.ts"

/** A record as it is stored now. */
export type Stored<V> = { values: V; version: number }

/** A draft, and when somebody entered something: `before` the form was opened, or `now`; undefined for nothing. */
type Entered<V> = { draft: Draft<V>; entered?: "before" | "now" }

/** The draft of a form, which survives a reload. */
export function useDraft<V extends object>(name: string, initial: V, record: Stored<V> | undefined) {
  const account = useAccount().id
  const holdsInput = (one: Draft<V>): boolean => isUnsent({ base: initial, ...one })
  const fresh = (values: V, base: V): Entered<V> => ({
    draft: { id: newId(), values, base, version: record?.version },
  })
  const [{ draft, entered }, setEntered] = useState((): Entered<V> => {
    const left = readDraft<V>(account, name)
    // One that was refused as it was proposed holds no input, and its proposals may be of another day.
    if (!left || !holdsInput(left)) return fresh(initial, record?.values ?? initial)
    // A draft from before an upgrade may lack a value.
    const whole = { ...left, values: { ...initial, ...left.values } }
    return { draft: whole, entered: isEnteredNow(account, name) ? "now" : "before" }
  })
  // Until somebody enters something, the form follows its record, which may be changed elsewhere.
  if (!entered && record && record.version !== draft.version) setEntered(fresh(initial, record.values))
  useEffect(() => {
    // After the page has got its title.
    const timer = setTimeout(() => noteShown(account, name))
    return () => {
      clearTimeout(timer)
      leaveDraft(account, name)
    }
  }, [account, name])
  const put = (change: (before: Draft<V>) => Draft<V>): void =>
    setEntered((before) => {
      const next = change(before.draft)
      keepDraft(account, name, next)
      if (before.entered !== "before") markEnteredNow(account, name)
      return { draft: next, entered: before.entered ?? "now" }
    })
  const keepUnread = (field: string, text: string | undefined): void => {
    if (draft.unread?.[field] === text) return
    put(({ unread: { [field]: _, ...others } = {}, ...before }) => ({
      ...before,
      unread: text === undefined ? others : { ...others, [field]: text },
    }))
  }
  /** Goes on with what was entered while the rest was being saved. */
  const goOn = (next: Draft<V>): void => {
    keepDraft(account, name, next)
    markEnteredNow(account, name)
    setEntered({ draft: next, entered: "now" })
  }
  const begin = (values: V, base: V): void => {
    forgetDraft(account, name)
    setEntered(fresh(values, base))
  }
  const isRestored = entered === "before" && holdsInput(draft)
  const isKept = (): boolean => {
    const kept = readDraft<V>(account, name)
    return kept !== undefined && holdsInput(kept)
  }
  return { draft, isRestored, isKept, put, keepUnread, begin, goOn }
}
