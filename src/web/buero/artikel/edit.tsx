import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../../ui/dialog.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { refresh } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"
import { ArtikelFields, type ArtikelValues, bodyOf, labels, valuesOf, words } from "./fields.tsx"
import type { Artikel } from "./words.ts"

/** Beside the page; what was booked with it stays as it is. */
export function Edit({ artikel, onClose }: { artikel: Artikel; onClose: () => void }) {
  const path = { id: artikel.id }
  const form = useForm<ArtikelValues, Artikel>({
    draft: `artikel/${artikel.id}`,
    initial: valuesOf(artikel),
    save: (values, _id, version) =>
      call("patch", "/api/pfandartikel/{id}", { path, body: bodyOf(values), ifMatch: version }),
    saved: () => {
      void refresh("/api/pfandartikel", "/api/protokoll")
      toast("Gespeichert")
      onClose()
    },
    record: {
      version: artikel.version,
      labels,
      words,
      read: async () => {
        const now = await call("get", "/api/pfandartikel/{id}", { path })
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
  return (
    <Panel title="Artikel bearbeiten" onClose={onClose}>
      <Form form={form}>
        <ArtikelFields form={form} />
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
