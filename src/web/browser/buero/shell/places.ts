import type { Role } from "../../ui/session/account.tsx"
import type { Closed, Place, Screen } from "./screen.ts"

/** A place as somebody sees it: only with what is for them. */
export type Entry = Place & { screens: Screen[]; tabs: Screen[]; href: string }

/** @returns the places of these screens, in their order; a place without a tab is not shown */
export function placesOf(screens: readonly Screen[]): Entry[] {
  const places = Map.groupBy(screens, ({ place }) => place)
  return [...places].flatMap(([place, own]) => {
    const tabs = own.filter(({ tab }) => tab)
    const [first] = tabs
    return place && first ? [{ ...place, screens: own, tabs, href: first.path }] : []
  })
}

type ForRoles = { roles: readonly Role[] }

/** @returns the screen with only the tasks that this role may do */
export const withTasksOf = (rolle: Role, screen: Screen): Screen =>
  screen.tasks ? { ...screen, tasks: screen.tasks.filter(({ roles }) => roles.includes(rolle)) } : screen

/** @returns the screens and tasks that only administrators have, for a `user`; nothing for other roles */
export function closedTo(rolle: Role, screens: readonly Screen[]): Closed[] {
  if (rolle !== "user") return []
  const isClosed = ({ roles }: ForRoles): boolean => roles.includes("admin") && !roles.includes(rolle)
  return screens
    .filter(({ path }) => !path.includes(":"))
    .flatMap((screen) => [screen, ...(screen.tasks ?? [])].filter(isClosed))
}

const wordOf = (path: string): string => path.split("/")[1] ?? ""

/** @returns whether an address belongs to a place: by its first word, which is also that of its records */
export const isIn = (entry: Entry, address: string): boolean =>
  entry.screens.some(({ path }) => wordOf(path) === wordOf(address))
