import { createContext, useContext, useMemo, useSyncExternalStore } from "react"
import { state, type State, subscribe } from "./state.ts"
import { type Day, type Fahrertag, geraeteOf, stoppsOf } from "./tag.ts"

export const usePhone = (): State => useSyncExternalStore(subscribe, state)

export const DayContext = createContext<Day | undefined>(undefined)

/** @throws Error outside of <DayContext> */
export function useDay(): Day {
  const day = useContext(DayContext)
  if (!day) throw new Error("useDay outside of DayContext")
  return day
}

const byId = <T extends { id: string }>(items: T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]))

export function useMadeDay({ fetched, gefunden, entries, ended }: State): Day | undefined {
  const records = useMemo(
    () =>
      fetched && {
        artikel: byId([...gefunden, ...fetched.tag.artikel]),
        kunden: byId([...fetched.tag.weitere_kunden, ...fetched.tag.kunden]),
        // A day that an earlier version fetched has none.
        standorte: byId((fetched.tag as Partial<Fahrertag>).standorte ?? []),
      },
    [fetched, gefunden],
  )
  return useMemo(() => {
    if (!fetched || !records) return undefined
    const stopps = stoppsOf(fetched, entries, ended)
    return { tag: fetched.tag, stopps, geraete: geraeteOf(fetched, entries, stopps), ...records }
  }, [fetched, records, entries, ended])
}

/** Between two looks at the clock, in ms. */
const TICK = 500
const ticking = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, TICK)
  return () => clearInterval(timer)
}
const never = (): (() => void) => () => {}

/**
 * @param looks whether anybody looks at the clock
 * @returns the time in ms, rounded up to half a second
 */
export const useNow = (looks: boolean): number =>
  useSyncExternalStore(looks ? ticking : never, () => Math.ceil(Date.now() / TICK) * TICK)
