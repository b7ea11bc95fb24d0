import { firstField } from "../dialogs/dialog.tsx"
import { Button } from "../parts/button.tsx"
import type { FormState } from "./use-form.ts"

type Props<V extends object> = {
  form: FormState<V>
  /** Offers to discard the input, if no other button of the form does. */
  discards?: boolean
}

/** Says that the input in the form is from the last time, and not saved. */
export function DraftNotice<V extends object>({ form, discards = false }: Props<V>) {
  if (!form.isRestored) return null
  const entered = form.changes ? "Änderungen" : "Eingaben"
  const isUncertain = form.draft.isUncertain && !form.busy
  return (
    <div className="left-over remark beside-line">
      <p>
        {isUncertain
          ? "Eingaben vom letzten Mal, gesendet und nicht bestätigt. Noch einmal senden zählt nicht doppelt."
          : `Noch nicht gespeicherte ${entered} vom letzten Mal`}
      </p>
      {discards && (
        <Button
          isDisabled={form.busy}
          onPress={({ target }) => {
            form.reset()
            // The button vanishes with the notice.
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
