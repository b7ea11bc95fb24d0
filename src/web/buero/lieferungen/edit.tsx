import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../../ui/dialog.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { toast } from "../../ui/toast.tsx"
import { linesInWords } from "../../ui/lines/lines.ts"
import { LinesEditor, useLinesFocus } from "../../ui/lines/lines-editor.tsx"
import { bodyOf, labels, type Lieferung, type PlanValues, valuesOf } from "./plan.ts"
import { PlanFields } from "./plan-fields.tsx"
import { refreshDelivery } from "./refresh.ts"

type Props = { lieferung: Lieferung; name: string; onClose: () => void }

/** Changes what is planned, beside the page. */
export function Edit({ lieferung, name, onClose }: Props) {
  const path = { id: lieferung.id }
  const focus = useLinesFocus()
  const form = useForm<PlanValues, Lieferung>({
    draft: `lieferungen/${lieferung.id}`,
    initial: valuesOf(lieferung, name),
    save: (values, _id, version) =>
      call("patch", "/api/lieferungen/{id}", { path, body: bodyOf(values), ifMatch: version }),
    saved: () => {
      void refreshDelivery()
      toast("Gespeichert")
      onClose()
    },
    record: {
      version: lieferung.version,
      labels,
      words: { lines: linesInWords },
      read: async () => {
        const now = await call("get", "/api/lieferungen/{id}", { path })
        return { values: valuesOf(now, name), version: now.version }
      },
    },
  })
  const { values, set, change } = form
  return (
    <Panel title="Lieferung ändern" onClose={onClose}>
      <Form form={form} label="Lieferung ändern">
        <PlanFields form={form} />
        <LinesEditor
          focus={focus}
          kundeId={values.kunde_id}
          lines={values.lines}
          faults={form.faults}
          set={(lines) => set({ lines })}
          change={(by) => change(({ lines }) => ({ lines: by(lines) }))}
        />
        <div className="buttons">
          <Button type="submit" look="primary" isPending={form.busy}>
            Speichern
          </Button>
          <Button
            look="quiet"
            onPress={() => {
              form.reset()
              onClose()
            }}
          >
            Verwerfen
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
