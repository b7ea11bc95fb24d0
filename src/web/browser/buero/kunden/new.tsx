import { useLocation } from "wouter"
import { isText } from "../../ui/state/address.ts"
import { call } from "../../ui/api/call.ts"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { Page } from "../../ui/page/page.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { useParam } from "../../ui/state/url.ts"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { bodyOf, KundeFields, type KundeValues, valuesOf } from "./fields.tsx"

/** A new customer; a name that was looked for in vain stands there already. */
export default function NewKunde() {
  const [, navigate] = useLocation()
  const [name] = useParam("name", isText)
  const form = useForm<KundeValues, { id: string; name: string }>({
    draft: "kunden/neu",
    initial: valuesOf({ name }),
    save: (values, id) => call("post", "/api/kunden", { body: { id, ...bodyOf(values) } }),
    saved: (kunde) => {
      void refresh("/api/kunden")
      toast(`${kunde.name} ist angelegt`)
      navigate(`/kunden/${kunde.id}`)
    },
  })
  return (
    <Page title="Neuer Kunde" back={{ href: "/kunden", label: "Kunden" }}>
      <Form form={form}>
        <KundeFields form={form} isNew />
        <FormButtons action="Anlegen" busy={form.busy} cancel="/kunden" />
      </Form>
    </Page>
  )
}
