import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { Page } from "../../ui/page/page.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { ArtikelFields, type ArtikelValues, bodyOf, valuesOf } from "./fields.tsx"

/** Something new that bears a deposit. */
export default function NewArtikel() {
  const [, navigate] = useLocation()
  const form = useForm<ArtikelValues, { id: string; bezeichnung: string }>({
    draft: "artikel/neu",
    initial: valuesOf({}),
    save: (values, id) =>
      call("post", "/api/pfandartikel", { body: { id, art: values.art, ...bodyOf(values) } }),
    saved: (artikel) => {
      void refresh("/api/pfandartikel")
      toast(`${artikel.bezeichnung} ist angelegt`)
      navigate(`/artikel/${artikel.id}`)
    },
  })
  return (
    <Page title="Neuer Artikel" back={{ href: "/artikel", label: "Artikel" }}>
      <Form form={form}>
        <ArtikelFields form={form} />
        <FormButtons action="Anlegen" busy={form.busy} cancel="/artikel" />
      </Form>
    </Page>
  )
}
