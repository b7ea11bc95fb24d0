import { isText } from "../../ui/state/address.ts"
import { useParam } from "../../ui/state/url.ts"
import { NewForm } from "../../ui/forms/new-form.tsx"
import { Page } from "../../ui/page/page.tsx"
import { ArtikelFields, artikelform } from "./fields.tsx"

/** Something new that bears a deposit; a name that the search did not find is filled in. */
export default function NewArtikel() {
  const [name] = useParam("name", isText)
  return (
    <Page title="Neuer Artikel" back={{ href: "/artikel", label: "Artikel" }}>
      <NewForm
        path="/api/pfandartikel"
        list="/artikel"
        initial={artikelform.valuesOf({ bezeichnung: name })}
        bodyOf={(values) => ({ art: values.art, ...artikelform.bodyOf(values) })}
        done={({ bezeichnung }) => `${bezeichnung} ist angelegt`}
      >
        {(form) => <ArtikelFields form={form} />}
      </NewForm>
    </Page>
  )
}
