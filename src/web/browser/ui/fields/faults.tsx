import { createContext, useContext } from "react"

/** Faults of a form's fields, by their names: `positionen[0].menge` → `muss mindestens 1 sein`; "": mended, and its place is kept. */
export type Faulty = Readonly<Record<string, string>>

export const Faults = createContext<Faulty>({})

/** @returns what was said of a field; "" where it is settled, and keeps its place until the form is sent */
export function useTold(name: string | undefined): string | undefined {
  const faults = useContext(Faults)
  return name === undefined ? undefined : faults[name]
}

/** @returns what is wrong with a field */
export const useFault = (name: string | undefined): string | undefined => useTold(name) || undefined

/** @returns the faults that are left when something was changed: those of the field, and of what lies below it */
export function without(faults: Faulty, changed: string[]): Faulty {
  const below = (path: string): boolean =>
    changed.some((name) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !below(path)))
}
