import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../../ui/dialog.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { refresh } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"
import { bodyOf, type Geraet, GeraetFields, type GeraetValues, labels, valuesOf, words } from "./fields.tsx"

/** What the device is; where it is changes by handing it out and taking it back. */
export function Edit({ geraet, onClose }: { geraet: Geraet; onClose: () => void }) {
  const path = { id: geraet.id }
  const form = useForm<GeraetValues, Geraet>({
    draft: `geraete/${geraet.id}`,
    initial: valuesOf(geraet),
    save: (values, _id, version) =>
      call("patch", "/api/geraete/{id}", { path, body: bodyOf(values), ifMatch: version }),
    saved: () => {
      void refresh("/api/geraete", "/api/protokoll")
      toast("Gespeichert")
      onClose()
    },
    record: {
      version: geraet.version,
      labels,
      words,
      read: async () => {
        const now = await call("get", "/api/geraete/{id}", { path })
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
  return (
    <Panel title="Gerät bearbeiten" onClose={onClose}>
      <Form form={form}>
        <GeraetFields form={form} />
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
