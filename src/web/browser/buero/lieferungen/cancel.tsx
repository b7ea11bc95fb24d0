import { lieferfelder } from "../../../../lib/felder/lieferung.ts"
import { call } from "../../ui/api/call.ts"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { PrintedField } from "../../ui/fields/field.tsx"
import { textOf } from "../../ui/forms/form-of.ts"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import type { Lieferung } from "./plan.ts"

/** Cancels a planned delivery, which stays in the list. */
export function Cancel({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm<{ grund: string }, Lieferung>({
    draft: `lieferungen/${id}/storno`,
    initial: { grund: "" },
    save: ({ grund }) =>
      call("post", "/api/lieferungen/{id}/storno", { path: { id }, body: grund.trim() ? { grund } : {} }),
    saved: () => {
      toast("Die Lieferung ist abgesagt")
    },
    leave: onClose,
  })
  return (
    <Dialog title="Lieferung absagen?" isOpen onClose={onClose} role="alertdialog">
      <Form form={form} label="Lieferung absagen">
        <p>
          Sie verschwindet von der Tour und bleibt als storniert in der Liste. Das ist nicht rückgängig zu
          machen.
        </p>
        <PrintedField {...textOf(lieferfelder.grund)} hint="Freiwillig" autoFocus {...form.field("grund")} />
        <FormButtons action="Absagen" look="bad" busy={form.busy} cancel={onClose} />
      </Form>
    </Dialog>
  )
}
