import { WrongAddress } from "./address.ts"
import { type Person, usePeople } from "./people.ts"

/** For a choice: nobody drives it yet. */
export const NOBODY = "niemand"

/**
 * Possible drivers: drivers first, then everybody else, as in a small company the office drives, too.
 *
 * @returns active people for a choice, and the name of anybody, those included who have left
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
 * Drivers for a filter, those who have left last; others only when the address names them.
 *
 * @param chosen an id, or what stands for none
 * @throws WrongAddress for an id of nobody
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
