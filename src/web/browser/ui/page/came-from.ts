import type { AroundNavHandler } from "wouter"
import { useHistoryState } from "wouter/use-browser-location"
import { usePlaces } from "../state/screens.tsx"

/** A link back. */
export type BackLink = { href: string; label: string }

/** Kept with a page in the history: it outlasts a reload, and the page of before has its own. */
type State = { from?: BackLink } | null

const BASE = "/buero"

/** @returns what the history keeps of this page for the one that is opened from it */
function fromHere(): State {
  const { pathname, search } = window.location
  const label = document.title.replace(/ · Pfandwerk$/, "")
  return { from: { href: pathname.slice(BASE.length) + search, label } }
}

/**
 * Goes from page to page, whatever leads there: a link, a key, the finder. Each page is told where one came from; what
 * only changes its address, or stands in its place, keeps what that was told.
 */
export const goFromHere: AroundNavHandler = (navigate, to, options) => {
  const isAnother = new URL(to, window.location.href).pathname !== window.location.pathname
  const state = isAnother && !options?.replace ? fromHere() : (window.history.state as State)
  navigate(to, { state, ...options })
}

/**
 * @returns the list or board that a record was opened from, just as it stood there; undefined where another record led to
 *   it, as two would lead to each other for ever
 */
export function useCameFrom(): BackLink | undefined {
  const from = useHistoryState<State>()?.from
  const places = usePlaces()
  const path = from?.href.split("?")[0]
  return places.some(({ tabs }) => tabs.some(({ href }) => href === path)) ? from : undefined
}
