import { firmenfelder } from "../../../../lib/felder/firma.ts"
import { Button } from "../../ui/parts/button.tsx"
import { PrintedField, TextField } from "../../ui/fields/field.tsx"
import { formOf, labelled } from "../../ui/forms/form-of.ts"
import { Form } from "../../ui/forms/form.tsx"
import { recordAt, useEdit } from "../../ui/forms/use-edit.ts"
import type { Tenant } from "./words.tsx"

const { name, slug } = firmenfelder
const fields = formOf({ name, slug })

/** Fields for the operator alone; a company changes the others itself, under „Firma“. */
export function Edit({ tenant }: { tenant: Tenant }) {
  const form = useEdit({
    draft: `firmen/${tenant.id}`,
    ...recordAt("/api/tenants/{id}", tenant, fields),
  })
  const field = labelled(form, fields.labels)
  return (
    <section aria-labelledby="name">
      <h2 id="name">Name und Kürzel</h2>
      <Form form={form} label="Name und Kürzel">
        <PrintedField {...field("name")} isRequired maxLength={name.max} />
        <TextField
          {...field("slug")}
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
