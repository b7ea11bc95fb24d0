import { useEffect, useEffectEvent, useState } from "react"

/** Longer than between two letters of somebody who goes on typing. In ms. */
const PAUSE = 250

/**
 * A value that follows another one when that has not changed for a moment: for what is asked about something that is
 * being typed.
 *
 * @param value what JSON can hold
 * @returns the value itself where it is the one that was waited for
 */
export function usePaused<T>(value: T): T {
  const now = JSON.stringify(value)
  const [held, setHeld] = useState({ value, text: now })
  const follow = useEffectEvent((text: string) => setHeld({ value, text }))
  useEffect(() => {
    const timer = setTimeout(() => follow(now), PAUSE)
    return () => clearTimeout(timer)
  }, [now])
  return held.text === now ? value : held.value
}
