import { type RefObject, useEffect, useRef } from "react"

/** @returns whether what asks is still on the screen: somebody may have gone on while an answer was on its way */
export function useIsThere(): RefObject<boolean> {
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
  return isThere
}
