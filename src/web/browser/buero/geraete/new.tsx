import { useLocation } from "wouter"
import { isText } from "../../ui/state/address.ts"
import { call } from "../../ui/api/call.ts"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { Page } from "../../ui/page/page.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { useParam } from "../../ui/state/url.ts"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { bodyOf, GeraetFields, type GeraetValues, valuesOf } from "./fields.tsx"

/** A device comes into the house. */
export default function NewGeraet() {
  const [, navigate] = useLocation()
  const [code] = useParam("code", isText)
  const form = useForm<GeraetValues, { id: string; geraetenummer: string }>({
    draft: "geraete/neu",
    initial: valuesOf({ barcode: code }),
    save: (values, id) => call("post", "/api/geraete", { body: { id, ...bodyOf(values) } }),
    saved: (geraet) => {
      void refresh("/api/geraete")
      toast(`${geraet.geraetenummer} ist angelegt und steht im Lager`)
      navigate(`/geraete/${geraet.id}`)
    },
  })
  return (
    <Page title="Neues Gerät" back={{ href: "/geraete", label: "Geräte" }}>
      <Form form={form}>
        <GeraetFields form={form} isNew />
        <FormButtons action="Anlegen" busy={form.busy} cancel="/geraete" />
      </Form>
    </Page>
  )
}
