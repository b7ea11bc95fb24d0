import { useEffect, useEffectEvent } from "react"

export type Hotkey = {
  /** As `KeyboardEvent.key` names it, e.g. `k`, `?`, `Enter`. */
  key: string
  /** With Strg (or Cmd). */
  ctrl?: boolean
  /** For the list that `?` shows. */
  does: string
  run: () => void
}

const active = new Set<() => Hotkey[]>()

/** The keys that work on the present screen. */
export const activeHotkeys = (): Hotkey[] => [...active].flatMap((keys) => keys())

/** In an empty search field, `?` is still a hotkey: nobody searches for a question mark. */
const isQuestion = (key: string, target: HTMLElement): boolean =>
  key === "?" && target instanceof HTMLInputElement && target.type === "search" && target.value === ""

/** @returns whether somebody types in it */
export const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">

/** @returns whether it is Strg+Enter, which sends a form from any of its fields */
export const isSending = ({ key, ctrlKey, metaKey }: Pressed): boolean =>
  key === "Enter" && (ctrlKey || metaKey)

/** Keys that work while the component is drawn. Those without Strg do nothing while somebody types. */
export function useHotkeys(keys: Hotkey[]): void {
  const current = useEffectEvent(() => keys)
  useEffect(() => {
    const read = (): Hotkey[] => current()
    const listen = (event: KeyboardEvent): void => {
      const found = read().find(
        ({ key, ctrl = false }) =>
          key === event.key && ctrl === (event.ctrlKey || event.metaKey) && !event.altKey,
      )
      if (
        !found ||
        event.defaultPrevented ||
        (!found.ctrl && isField(event.target) && !isQuestion(event.key, event.target))
      )
        return
      event.preventDefault()
      found.run()
    }
    active.add(read)
    window.addEventListener("keydown", listen)
    return () => {
      active.delete(read)
      window.removeEventListener("keydown", listen)
    }
  }, [])
}
