import { useEffect } from "react"
import { useLocation, useSearchParams } from "wouter"
import { type Fits, WrongAddress } from "./address.ts"
import { useIsThere } from "./is-there.ts"

/** A parameter of the address: which values make sense (ui/state/address.ts), and the value if it is not given. */
type Param<T extends string = string> = { fits: Fits<T>; none?: string }
type ValueOf<P extends Param> = P extends { fits: Fits<infer T> } ? T : never

/** The option of a filter that shows everything. */
const ALL = "alle"

/**
 * The filters of a list, kept in the address, so that they survive a reload and Back, and can be sent to a colleague.
 *
 *     const { field, asked, isFiltered } = useFilters({
 *       art: { fits: among(kinds), none: "alle" },
 *       kunde: { fits: isId },
 *     })
 *
 * Once its screen is left, it changes nothing: the address is then that of another one.
 *
 * @throws WrongAddress for a value that makes no sense
 */
export function useFilters<F extends Record<string, Param>>(filters: F) {
  type Name = keyof F & string
  const [here, navigate] = useLocation()
  const [params, setSearchParams] = useSearchParams()
  const isThere = useIsThere()
  const setParams: typeof setSearchParams = (next, options) => {
    if (isThere.current) setSearchParams(next, options)
  }
  const noneOf = (name: Name): string => filters[name]?.none ?? ""
  const read = (name: Name): string => {
    const value = params.get(name) || noneOf(name)
    if (value !== noneOf(name) && !filters[name]?.fits(value)) throw new WrongAddress(name, value)
    return value
  }
  const values = Object.keys(filters).map((name) => [name, read(name)] as const)
  const write = (name: string, value: string): void =>
    setParams(
      () => {
        // Read from the address, not from `params`: of two changes in one go, both must count.
        const next = new URLSearchParams(location.search)
        if (value === noneOf(name)) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return {
    /** The properties of the field for one of them. */
    field: <N extends Name>(name: N) => ({
      value: read(name) as ValueOf<F[N]>,
      onChange: (value: ValueOf<F[N]>) => write(name, value),
    }),
    /** The values for a query, without those that filter nothing. */
    asked: Object.fromEntries(values.filter(([, value]) => value !== "" && value !== ALL)) as {
      [N in keyof F]?: Exclude<ValueOf<F[N]>, "" | typeof ALL>
    },
    /** The values that differ from their default. */
    chosen: Object.fromEntries(values.filter(([name, value]) => value !== noneOf(name))),
    isFiltered: values.some(([name, value]) => value !== noneOf(name)),
    /** Replaces all filters by those given, as far as they make sense; other parameters stay. */
    put: (given: URLSearchParams) =>
      setParams(() => {
        const next = new URLSearchParams(location.search)
        for (const [name, { fits }] of Object.entries(filters)) {
          next.delete(name)
          const value = given.get(name)
          if (value !== null && fits(value)) next.set(name, value)
        }
        return next
      }),
    /** Removes all parameters from the address. */
    showAll: () => navigate(here),
  }
}

/**
 * One value of the address.
 *
 *     const [datum, setDatum] = useParam("datum", isDay, today())
 *
 * @param fits whether a value makes sense (ui/state/address.ts)
 * @returns its value, or the fallback, and a function that sets it, which adds no step to the history
 * @throws WrongAddress for a value that makes no sense
 */
export function useParam<T extends string>(
  name: string,
  fits: Fits<T>,
  fallback: NoInfer<T> = "" as T,
): [T, (value: T) => void] {
  const { value, onChange } = useFilters<Record<string, Param<T>>>({
    [name]: { fits, none: fallback },
  }).field(name)
  return [value, onChange]
}

/** Title in the tab and in the history. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Pfandwerk`
  }, [title])
}
