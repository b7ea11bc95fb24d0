import { createContext, useContext } from "react"

/** Screens that belong together, and are reached from each other by tabs. */
export type PlaceTabs = { name: string; tabs: { href: string; label: string }[] }

type Offered = { paths: readonly string[]; places: readonly PlaceTabs[] }

/** Addresses that the user may open, and the places they belong to. The frame of the application provides them. */
export const Screens = createContext<Offered>({ paths: [], places: [] })

/** @returns whether this person may open a screen. To be asked only of screens that not everybody in the office may open. */
export function useHasScreen(): (path: string) => boolean {
  const { paths } = useContext(Screens)
  return (path) => paths.includes(path)
}

export const usePlaces = (): readonly PlaceTabs[] => useContext(Screens).places
