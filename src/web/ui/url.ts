import { useEffect } from "react"
import { useSearchParams } from "wouter"

/**
 * A filter in the address, so that it can be reloaded, sent to a colleague, and gone back from.
 *
 * @returns its value (empty where it is not set) and what sets it, in place of the address before
 */
export function useParam<T extends string = string>(
  name: string,
  fallback: T = "" as T,
): [T, (value: T) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: T): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === fallback) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return [(params.get(name) ?? fallback) as T, set]
}

/** What stands in the tab and in the history. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Pfandwerk`
  }, [title])
}
