import { firstField } from "../dialogs/dialog.tsx"
import { Button } from "../parts/button.tsx"
import type { FormState } from "./use-form.ts"

type Props<V extends object> = {
  form: FormState<V>
  /** Offers to empty the form, where none of its own buttons does. */
  discards?: boolean
}

/** Says that what stands in the fields was entered the last time, and is not stored. */
export function DraftNotice<V extends object>({ form, discards = false }: Props<V>) {
  if (!form.isRestored) return null
  const entered = form.changes ? "Änderungen" : "Eingaben"
  return (
    <div className="left-over remark beside-line">
      <p>Noch nicht gespeicherte {entered} vom letzten Mal</p>
      {discards && (
        <Button
          onPress={({ target }) => {
            form.reset()
            // The button goes away with what it speaks of.
            const box = target.closest("form")
            if (box) firstField(box)?.focus()
          }}
        >
          {entered} verwerfen
        </Button>
      )}
    </div>
  )
}
