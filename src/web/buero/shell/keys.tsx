import { useEffect, useState } from "react"
import { Dialog } from "../../ui/dialog.tsx"
import { activeHotkeys, type Hotkey, useHotkeys } from "../../ui/hotkeys.ts"

const everywhere = [
  ["Tab", "Zum nächsten Feld oder Knopf"],
  ["↑ ↓", "In Listen und Tabellen, auch aus dem Suchfeld"],
  ["Enter", "Öffnen, auswählen"],
  ["Strg Enter", "Formular speichern oder buchen"],
  ["Esc", "Schließen"],
] as const

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
  const rows = (own ?? []).map(
    ({ key, ctrl, does }) => [`${ctrl ? "Strg " : ""}${key.toUpperCase()}`, does] as const,
  )
  return (
    <Dialog title="Tasten" isOpen={own !== undefined} onClose={() => setOwn(undefined)}>
      <dl className="keys">
        {[...rows, ...everywhere].map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
