import { createContext, useContext } from "react"

/** What belongs together in the navigation: screens that are reached from each other by tabs. */
export type PlaceTabs = { name: string; tabs: { href: string; label: string }[] }

type Offered = { paths: readonly string[]; places: readonly PlaceTabs[] }

/** Addresses that the user may open, and the places that they belong to; given by the frame of the application. */
export const Screens = createContext<Offered>({ paths: [], places: [] })

/** @returns whether a screen is there for this person, so that no link leads to one that is not */
export function useHasScreen(): (path: string) => boolean {
  const { paths } = useContext(Screens)
  return (path) => paths.includes(path)
}

export const usePlaces = (): readonly PlaceTabs[] => useContext(Screens).places
