import { createContext, useContext } from "react"

/**
 * Faults by the names of the fields: `positionen[0].menge` → `muss mindestens 1 sein`; "" for a mended one, whose room
 * is kept.
 */
export type Faulty = Readonly<Record<string, string>>

export const Faults = createContext<Faulty>({})

/**
 * @returns the fault of a field; "" for one that is mended: its room stays empty until the form is sent, so that
 *   nothing moves
 */
export function useTold(name: string | undefined): string | undefined {
  const faults = useContext(Faults)
  return name === undefined ? undefined : faults[name]
}

/** @returns the fault of a field; undefined for one that is mended, too */
export const useFault = (name: string | undefined): string | undefined => useTold(name) || undefined

/** @returns the faults without those of the changed fields, and of the fields inside them */
export function without(faults: Faulty, changed: string[]): Faulty {
  const below = (path: string): boolean =>
    changed.some((name) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !below(path)))
}
