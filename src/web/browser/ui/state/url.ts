import { useEffect } from "react"
import { useSearchParams } from "wouter"
import { WrongAddress } from "./address.ts"

/**
 * A filter in the address, so that it can be reloaded, sent to a colleague, and gone back from.
 *
 *     const [datum, setDatum] = useParam("datum", isDay, today())
 *
 * @param fits whether a value makes sense (ui/state/address.ts)
 * @returns its value (the fallback where it is not set) and what sets it, in place of the address before
 * @throws WrongAddress for a value that makes no sense
 */
export function useParam<T extends string>(
  name: string,
  fits: (value: string) => value is T,
  fallback: NoInfer<T> = "" as T,
): [T, (value: T) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: T): void =>
    setParams(
      () => {
        // Of the address itself: two that are set at once both count.
        const next = new URLSearchParams(location.search)
        if (value === fallback) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const value = params.get(name) || fallback
  if (value !== fallback && !fits(value)) throw new WrongAddress(name, value)
  return [value as T, set]
}

/** Title in the tab and in the history. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Pfandwerk`
  }, [title])
}
