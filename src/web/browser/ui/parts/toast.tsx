import { useSyncExternalStore } from "react"
import { makeEmitter } from "../api/emitter.ts"
import { unbroken } from "../values/format.ts"
import { Button } from "./button.tsx"
import { Icon } from "./icons.tsx"

type Toast = {
  id: number
  text: string
  bad?: boolean
  /** Something was not done, which is no error: shown without the tick. */
  warns?: boolean
  action?: { label: string; run: () => void }
}

/** Long enough to read twice, and to decide where something is offered. In ms. */
const STAYS = 6_000
const OFFERED = 15_000

let toasts: Toast[] = []
let count = 0
const changed = makeEmitter()

function put(next: Toast[]): void {
  toasts = next
  changed.emit()
}

const remove = (id: number): void => put(toasts.filter((one) => one.id !== id))

/**
 * Tells in a corner that something was done, to screen readers, too. Errors belong beside the field that they are
 * about; one without a field is shown here, until it is closed.
 *
 * @returns a function that removes it, for when its offer is no longer possible
 */
export function toast(text: string, more: Omit<Toast, "id" | "text"> = {}): () => void {
  const id = ++count
  // The same text once more replaces the toast before it, unless that has an action of its own.
  const others = toasts.filter((one) => one.text !== text || one.action)
  const oldest = others.filter(({ bad }) => !bad).at(-2)?.id ?? 0
  put([...others.filter((one) => one.bad || one.id >= oldest), { id, text, ...more }])
  // A toast stays while the mouse or the focus is on it.
  const leave = (): void =>
    document.querySelector(`#toast-${id}:is(:hover, :focus-within)`)
      ? void setTimeout(leave, STAYS)
      : remove(id)
  if (!more.bad) setTimeout(leave, more.action ? OFFERED : STAYS)
  return () => remove(id)
}

/** Where they appear; once in a page. */
export function Toasts() {
  const shown = useSyncExternalStore(changed.listen, () => toasts)
  return (
    <div className="toasts no-print" role="status" aria-live="polite">
      {shown.map(({ id, text, bad, warns, action }) => (
        <div
          key={id}
          id={`toast-${id}`}
          className={bad ? "toast bad-toast" : warns ? "toast warn-toast" : "toast"}
        >
          <Icon name={bad || warns ? "warning" : "check"} />
          <p>{unbroken(text)}</p>
          {action && (
            <Button
              look="quiet"
              onPress={() => {
                remove(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <Button look="quiet" icon="close" label="Meldung schließen" onPress={() => remove(id)} />
        </div>
      ))}
    </div>
  )
}
