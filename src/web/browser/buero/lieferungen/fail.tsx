import { lieferfelder } from "../../../../lib/felder/lieferung.ts"
import { call } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { PrintedField } from "../../ui/fields/field.tsx"
import { textOf } from "../../ui/forms/form-of.ts"
import { useDoubt } from "../../ui/forms/use-doubt.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import type { Lieferung } from "./plan.ts"
import { setOff } from "./set-off.ts"
import { earlyDoubt } from "./doubts.ts"

/** Records for the driver that it could not be delivered, and why; offers the drivers' usual reasons. */
export function Fail({ lieferung, onClose }: { lieferung: Lieferung; onClose: () => void }) {
  const settings = useGet("/api/fahrer/einstellungen", {})
  const { id, versuch } = lieferung
  const form = useForm<{ grund: string }, Lieferung>({
    draft: `lieferungen/${id}/fehlschlag/${versuch}`,
    initial: { grund: "" },
    save: async ({ grund }, request) => {
      // Checked before `setOff`: else it would be under way when the service refuses.
      if (grund.trim() === "") throw faultBefore("grund", "darf nicht leer sein")
      const body = { id: request, versuch, ...(await setOff(lieferung)), grund }
      return call("post", "/api/lieferungen/{id}/fehlschlag", { path: { id }, body })
    },
    saved: () => {
      toast("Als nicht zugestellt festgehalten")
    },
    leave: onClose,
  })
  const { form: asking, asked } = useDoubt(form, ({ grund }) =>
    grund.trim() ? earlyDoubt(lieferung.datum, "festhalten") : undefined,
  )
  return (
    <Dialog title="Nicht zugestellt" isOpen onClose={onClose}>
      <Form form={asking} label="Nicht zugestellt">
        <PrintedField {...textOf(lieferfelder.grund)} isRequired autoFocus {...form.field("grund")} />
        <div className="reasons">
          {settings.data?.fehlschlag_gruende.map((grund) => (
            <Button key={grund} onPress={() => form.set({ grund })}>
              {grund}
            </Button>
          ))}
        </div>
        <FormButtons action="Festhalten" busy={asking.busy} cancel={onClose} />
      </Form>
      {asked}
    </Dialog>
  )
}
