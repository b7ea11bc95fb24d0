import { type Person, usePeople } from "./people.ts"

/** For a choice: nobody drives it yet. */
export const NOBODY = "niemand"

/**
 * Who may drive: drivers first, then everybody else, for in a small company the office drives as well.
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
