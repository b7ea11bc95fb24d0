import { useEffect, useEffectEvent } from "react"
import { giveKeys, holdKeys } from "./keys-ahead.ts"

/**
 * Keeps what is typed while something is being sent after which another form begins: it is meant for that one. Whoever
 * goes to another field meanwhile, or is refused, types where they are.
 *
 * @param isFollowed whether another form comes
 */
export function useKeysForNext(isBusy: boolean, isFollowed = (): boolean => true): void {
  const begins = useEffectEvent(isFollowed)
  useEffect(() => {
    if (!isBusy || !begins()) return undefined
    holdKeys()
    return giveKeys
  }, [isBusy])
}
