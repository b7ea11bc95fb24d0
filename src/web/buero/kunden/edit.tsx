import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../../ui/dialog.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { refresh } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"
import { bodyOf, type Kunde, KundeFields, type KundeValues, labels, valuesOf } from "./fields.tsx"

/** Beside the page, so that one sees what one asks about. */
export function Edit({ kunde, onClose }: { kunde: Kunde; onClose: () => void }) {
  const path = { id: kunde.id }
  const form = useForm<KundeValues, Kunde>({
    draft: `kunden/${kunde.id}`,
    initial: valuesOf(kunde),
    save: (values, _id, version) =>
      call("patch", "/api/kunden/{id}", { path, body: bodyOf(values), ifMatch: version }),
    saved: () => {
      void refresh("/api/kunden", "/api/protokoll")
      toast("Gespeichert")
      onClose()
    },
    record: {
      version: kunde.version,
      labels,
      read: async () => {
        const now = await call("get", "/api/kunden/{id}", { path })
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
  return (
    <Panel title="Kunde bearbeiten" onClose={onClose}>
      <Form form={form}>
        <KundeFields form={form} />
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
