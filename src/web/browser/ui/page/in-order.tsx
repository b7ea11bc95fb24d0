import { createContext, type ReactNode, useContext, useDeferredValue, useEffect, useState } from "react"

const Settled = createContext<(settled: boolean) => void>(() => {})

/** Says that a section within <InOrder> has what it shows, or shows that there is nothing. */
export function useSettled(settled: boolean): void {
  const tell = useContext(Settled)
  useEffect(() => tell(settled), [settled, tell])
}

/**
 * Sections one below the other, each read by itself: one appears when all above it have settled, so that nothing that
 * one already reads is pushed down. The first is drawn at once, the others after it, in slices.
 */
export function InOrder({ sections }: { sections: ReactNode[] }) {
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set())
  const first = sections.findIndex((_, place) => !settled.has(place))
  const count = useDeferredValue(sections.length, 1)
  return sections.slice(0, count).map((section, place) => (
    <Section
      // Their order never changes.
      // oxlint-disable-next-line react/no-array-index-key
      key={place}
      isShown={first < 0 || place <= first}
      onSettled={() => setSettled((before) => (before.has(place) ? before : new Set(before).add(place)))}
    >
      {section}
    </Section>
  ))
}

type Props = { isShown: boolean; onSettled: () => void; children: ReactNode }

function Section({ isShown, onSettled, children }: Props) {
  // Once settled it stays so: being read again moves nothing.
  const [tell] = useState(() => (settled: boolean): void => {
    if (settled) onSettled()
  })
  return (
    <Settled value={tell}>
      <div className="in-order" hidden={!isShown}>
        {children}
      </div>
    </Settled>
  )
}
