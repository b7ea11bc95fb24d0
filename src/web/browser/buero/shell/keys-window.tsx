import { Dialog } from "../../ui/dialogs/dialog.tsx"
import type { Hotkey } from "../../ui/keys/hotkeys.ts"

const everywhere = [
  ["Tab", "Zum nächsten Feld oder Knopf"],
  ["↑ ↓", "In Listen und Tabellen, auch aus dem Suchfeld"],
  ["Enter", "Öffnen, auswählen"],
  ["Strg Enter", "Formular speichern oder buchen"],
  ["Esc", "Schließen"],
] as const

/** @param own the keys of this screen */
export function KeysWindow({ own, onClose }: { own: Hotkey[]; onClose: () => void }) {
  const rows = own.map(({ key, ctrl, does }) => [`${ctrl ? "Strg " : ""}${key.toUpperCase()}`, does] as const)
  return (
    <Dialog title="Tasten" isOpen onClose={onClose}>
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
