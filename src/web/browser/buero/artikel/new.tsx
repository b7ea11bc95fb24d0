import { NewForm } from "../../ui/forms/new-form.tsx"
import { Page } from "../../ui/page/page.tsx"
import { ArtikelFields, artikelform } from "./fields.tsx"

/** Something new that bears a deposit. */
export default function NewArtikel() {
  return (
    <Page title="Neuer Artikel" back={{ href: "/artikel", label: "Artikel" }}>
      <NewForm
        path="/api/pfandartikel"
        list="/artikel"
        initial={artikelform.valuesOf({})}
        bodyOf={(values) => ({ art: values.art, ...artikelform.bodyOf(values) })}
        done={({ bezeichnung }) => `${bezeichnung} ist angelegt`}
      >
        {(form) => <ArtikelFields form={form} />}
      </NewForm>
    </Page>
  )
}
