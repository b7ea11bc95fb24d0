import { useLocation } from "wouter"
import type { NewEntry } from "../outbox/entry.ts"
import { useOnce } from "../phone/once.ts"
import { phone } from "../phone/phone.ts"

/** @returns a function that stores the entries that end a stop, only once, and goes back to the day */
export function useEnd(): (entries: NewEntry[]) => Promise<void> {
  const [, go] = useLocation()
  return useOnce(async (entries) => {
    const kept = await phone.put(entries)
    if (kept) go("/")
    return kept
  })
}
