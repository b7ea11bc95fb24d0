import { useEffect, useState } from "react"
import { activeHotkeys, type Hotkey, useHotkeys } from "../../ui/keys/hotkeys.ts"
import { later } from "../../ui/parts/later.tsx"

const KeysWindow = later(() => import("./keys-window.tsx").then((part) => part.KeysWindow))

const OPEN = "keys"

/** For a menu; `?` does the same. */
export const openKeys = (): void => void window.dispatchEvent(new Event(OPEN))

/** `?` shows which keys do what on this screen. */
export function Keys() {
  const [own, setOwn] = useState<Hotkey[]>()
  useHotkeys([{ key: "?", does: "Diese Übersicht", run: () => setOwn(activeHotkeys()) }])
  useEffect(() => {
    const open = (): void => setOwn(activeHotkeys())
    window.addEventListener(OPEN, open)
    return () => window.removeEventListener(OPEN, open)
  }, [])
  return own && <KeysWindow own={own} onClose={() => setOwn(undefined)} />
}
