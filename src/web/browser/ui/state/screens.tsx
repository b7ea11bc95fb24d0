import { createContext, useContext } from "react"

/** Addresses that the user may open; given by the frame of the application. */
export const Screens = createContext<readonly string[]>([])

/** @returns whether a screen is there for this person, so that no link leads to one that is not */
export function useHasScreen(): (path: string) => boolean {
  const paths = useContext(Screens)
  return (path) => paths.includes(path)
}
