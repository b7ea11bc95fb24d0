import { isText } from "../../ui/state/address.ts"
import { NewForm } from "../../ui/forms/new-form.tsx"
import { Page } from "../../ui/page/page.tsx"
import { useParam } from "../../ui/state/url.ts"
import { geraeteform, GeraetFields } from "./fields.tsx"

/** A device comes into the house. */
export default function NewGeraet() {
  const [barcode] = useParam("code", isText)
  return (
    <Page title="Neues Gerät" back={{ href: "/geraete", label: "Geräte" }}>
      <NewForm
        path="/api/geraete"
        list="/geraete"
        initial={geraeteform.valuesOf({ barcode })}
        bodyOf={geraeteform.bodyOf}
        done={({ geraetenummer }) => `${geraetenummer} ist angelegt und steht im Lager`}
      >
        {(form) => <GeraetFields form={form} isNew />}
      </NewForm>
    </Page>
  )
}
