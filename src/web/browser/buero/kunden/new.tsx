import { isText } from "../../ui/state/address.ts"
import { NewForm } from "../../ui/forms/new-form.tsx"
import { Page } from "../../ui/page/page.tsx"
import { useParam } from "../../ui/state/url.ts"
import { KundeFields, kundenform } from "./fields.tsx"

/** A new customer; a name that was looked for in vain stands there already. */
export default function NewKunde() {
  const [name] = useParam("name", isText)
  return (
    <Page title="Neuer Kunde" back={{ href: "/kunden", label: "Kunden" }}>
      <NewForm
        path="/api/kunden"
        list="/kunden"
        initial={kundenform.valuesOf({ name })}
        bodyOf={kundenform.bodyOf}
        done={(kunde) => `${kunde.name} ist angelegt`}
      >
        {(form) => <KundeFields form={form} isNew />}
      </NewForm>
    </Page>
  )
}
