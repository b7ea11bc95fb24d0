import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { Page } from "../../ui/page.tsx"
import { refresh } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"
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
        <div className="buttons">
          <Button type="submit" look="primary" isPending={form.busy}>
            Anlegen
          </Button>
          <ButtonLink href="/artikel" look="quiet">
            Abbrechen
          </ButtonLink>
        </div>
      </Form>
    </Page>
  )
}
