import type { AroundNavHandler } from "wouter"
import { useHistoryState } from "wouter/use-browser-location"
import { usePlaces } from "../state/screens.tsx"

/** A link back. */
export type BackLink = { href: string; label: string }

/** Kept in the history entry of a page, so that it outlasts a reload. */
type State = { from?: BackLink } | null

const BASE = "/buero"

/** @returns the state for a page that is opened from this one */
function fromHere(): State {
  const { pathname, search } = window.location
  const label = document.title.replace(/ · Pfandwerk$/, "")
  return { from: { href: pathname.slice(BASE.length) + search, label } }
}

/**
 * Wraps every navigation, by link, key or finder: each page is told where one came from. Changing only the parameters of
 * a page, or replacing its entry, keeps what it was told.
 */
export const goFromHere: AroundNavHandler = (navigate, to, options) => {
  const isAnother = new URL(to, window.location.href).pathname !== window.location.pathname
  const state = isAnother && !options?.replace ? fromHere() : (window.history.state as State)
  navigate(to, { state, ...options })
}

/**
 * @returns the list or board that a record was opened from, with its filters; undefined if it was opened from another
 *   record, as the two would lead to each other for ever
 */
export function useCameFrom(): BackLink | undefined {
  const from = useHistoryState<State>()?.from
  const places = usePlaces()
  const path = from?.href.split("?")[0]
  return places.some(({ tabs }) => tabs.some(({ href }) => href === path)) ? from : undefined
}
