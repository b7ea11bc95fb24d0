import { useEffect, useState } from "react"
import { useHotkeys } from "../../ui/keys/hotkeys.ts"
import { holdKeys } from "../../ui/keys/keys-ahead.ts"
import { later } from "../../ui/parts/later.tsx"
import type { Closed, Screen } from "./screen.ts"

const Finder = later(() => import("./finder.tsx").then((part) => part.Finder))

const OPEN = "palette"

/** For a button; Strg+K does the same. */
export const openPalette = (): void => void window.dispatchEvent(new Event(OPEN))

/** Strg+K opens the search for everything. */
export function Palette(offered: { screens: Screen[]; closed: Closed[] }) {
  const [isOpen, setOpen] = useState(false)
  const show = (): void => {
    // An open dialog is answered first: the palette would close it.
    if (document.querySelector(".veil")) return
    holdKeys()
    setOpen(true)
  }
  useHotkeys([{ key: "k", ctrl: true, does: "Suchen und springen", run: show }])
  useEffect(() => {
    const open = (): void => setOpen(true)
    window.addEventListener(OPEN, open)
    return () => window.removeEventListener(OPEN, open)
  }, [])
  return isOpen && <Finder {...offered} onClose={() => setOpen(false)} />
}
