import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { TextField } from "../../ui/fields/field.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Tenant } from "./words.tsx"

type Values = { name: string; slug: string }
const valuesOf = ({ name, slug }: Tenant): Values => ({ name, slug })
const labels = { name: "Name der Firma", slug: "Kürzel" }

/** Fields for the operator alone; a company changes the others itself, under „Firma“. */
export function Edit({ tenant }: { tenant: Tenant }) {
  const path = { id: tenant.id }
  const form = useForm<Values, Tenant>({
    draft: `firmen/${tenant.id}`,
    initial: valuesOf(tenant),
    save: (body, _id, version) => call("patch", "/api/tenants/{id}", { path, body, ifMatch: version }),
    saved: () => {
      void refresh("/api/tenants")
      toast("Gespeichert")
    },
    record: {
      version: tenant.version,
      labels,
      read: async () => {
        const now = await call("get", "/api/tenants/{id}", { path })
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
  return (
    <section aria-labelledby="name">
      <h2 id="name">Name und Kürzel</h2>
      <Form form={form} label="Name und Kürzel">
        <TextField label={labels.name} {...form.field("name")} isRequired maxLength={200} />
        <TextField
          label={labels.slug}
          {...form.field("slug")}
          isRequired
          maxLength={63}
          hint="Wer sich mit dem alten Kürzel anmeldet, kommt danach nicht mehr hinein."
        />
        <div>
          <Button type="submit" isPending={form.busy}>
            Speichern
          </Button>
        </div>
      </Form>
    </section>
  )
}
