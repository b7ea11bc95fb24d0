import { WrongAddress } from "./address.ts"
import { type Person, usePeople } from "./people.ts"

/** Value of a choice: nobody drives it yet. */
export const NOBODY = "niemand"

/**
 * Who may drive: drivers first, then everybody else, as in a small company the office drives, too.
 *
 * @returns the active people, for a choice; and the name of anybody, also of who has left
 */
export function useDrivers(): { drivers: Person[]; nameOf: (id: string | null) => string } {
  const all = usePeople() ?? []
  const active = all.filter(({ aktiv }) => aktiv === 1)
  const drives = ({ rolle }: { rolle: string }): boolean => rolle === "fahrer"
  return {
    drivers: [...active.filter(drives), ...active.filter((one) => !drives(one))],
    nameOf: (id) => (id === null ? "Ohne Fahrer" : (all.find((one) => one.id === id)?.name ?? "")),
  }
}

/**
 * Drivers for a filter; those who have left come last. Who is no driver is among them only if chosen by the address.
 *
 * @param chosen an id, or one of `others`, which are values that mean no person
 * @throws WrongAddress for an id that nobody has
 */
export function useDriverOptions(chosen: string, ...others: string[]): { id: string; label: string }[] {
  const all = usePeople()
  const isKnown = others.includes(chosen) || !all || all.some(({ id }) => id === chosen)
  if (!isKnown) throw new WrongAddress("fahrer", chosen)
  return (all ?? [])
    .filter(({ id, rolle }) => rolle === "fahrer" || id === chosen)
    .toSorted((one, other) => other.aktiv - one.aktiv)
    .map(({ id, name, aktiv }) => ({ id, label: aktiv === 1 ? name : `${name} (nicht mehr da)` }))
}
