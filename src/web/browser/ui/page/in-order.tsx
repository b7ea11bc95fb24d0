import { createContext, type ReactNode, useContext, useDeferredValue, useEffect, useReducer } from "react"

const Settle = createContext<(place: number) => void>(() => {})
/** Place of a section among the others. */
const Place = createContext(0)

/** Reports that a section within <InOrder> has its content, or knows that there is none. */
export function useSettled(settled: boolean): void {
  const settle = useContext(Settle)
  const place = useContext(Place)
  useEffect(() => {
    if (settled) settle(place)
  }, [settled, settle, place])
}

const add = (before: ReadonlySet<number>, place: number): ReadonlySet<number> => new Set(before).add(place)

/**
 * Sections one below the other, each of which reads its own data. A section appears when all above it have settled, so
 * that nothing visible is pushed down. The first is drawn at once, the others after it, in slices. A section that has
 * settled stays visible while it is read again.
 */
export function InOrder({ sections }: { sections: ReactNode[] }) {
  const [settled, settle] = useReducer(add, new Set<number>())
  const first = sections.findIndex((_, place) => !settled.has(place))
  const count = useDeferredValue(sections.length, 1)
  return (
    <Settle value={settle}>
      {sections.slice(0, count).map((section, place) => (
        // Their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <Place key={place} value={place}>
          <div className="in-order" hidden={first >= 0 && place > first}>
            {section}
          </div>
        </Place>
      ))}
    </Settle>
  )
}
