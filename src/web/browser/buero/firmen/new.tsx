import { firmenfelder } from "../../../../lib/felder/firma.ts"
import { Choice, DateField, PrintedField, TextField } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import { NewForm } from "../../ui/forms/new-form.tsx"
import { shifted, today } from "../../ui/values/format.ts"
import { useSecret } from "../../ui/forms/use-secret.ts"
import { Page } from "../../ui/page/page.tsx"
import { FirstPassword } from "../../ui/fields/new-password.tsx"
import { slugOf } from "./slug.ts"
import { endOf, type Tenant, types } from "./words.tsx"

type Values = {
  name: string
  slug: string
  typ: Tenant["typ"]
  demo_expires_at: string | null
  "admin.name": string
  "admin.email": string
}

const empty = (): Values => ({
  name: "",
  slug: "",
  typ: "standard",
  demo_expires_at: shifted(today(), 30),
  "admin.name": "",
  "admin.email": "",
})

const bodyOf = ({ name, slug, typ, demo_expires_at: end, ...first }: Values, password: string) => ({
  name,
  slug,
  typ,
  ...(typ === "demo" && { demo_expires_at: end && endOf(end) }),
  admin: { name: first["admin.name"], email: first["admin.email"], password },
})

/** A new company with its first account, which creates the others. The password is never kept as a draft. */
export default function NewFirma() {
  const [password, setPassword] = useSecret("")
  return (
    <Page title="Neue Firma" back={{ href: "/firmen", label: "Firmen" }}>
      <NewForm
        path="/api/tenants"
        list="/firmen"
        initial={empty()}
        bodyOf={(values) => bodyOf(values, password)}
        done={({ name }) => `${name} ist angelegt`}
        stored={() => setPassword("")}
      >
        {(form) => (
          <>
            <Fields form={form} />
            <FirstPassword form={form} name="admin.password" value={password} onChange={setPassword} />
          </>
        )}
      </NewForm>
    </Page>
  )
}

function Fields({ form }: { form: FormState<Values> }) {
  const { field, values } = form
  return (
    <>
      <PrintedField
        label={firmenfelder.name.label}
        {...field("name")}
        onChange={(name) => {
          // Proposes a slug until somebody types another one.
          form.set({ name, ...(values.slug === slugOf(values.name) && { slug: slugOf(name) }) })
        }}
        isRequired
        autoFocus
        maxLength={firmenfelder.name.max}
      />
      <TextField
        label={firmenfelder.slug.label}
        {...field("slug")}
        isRequired
        maxLength={63}
        hint="Zum Anmelden, wenn eine E-Mail-Adresse in mehreren Firmen ein Konto hat. Kleine Buchstaben, Ziffern, Bindestriche."
      />
      <div className="pair">
        <Choice label={firmenfelder.typ.label} {...field("typ")} options={types} />
        {values.typ === "demo" && (
          <DateField label="Demo endet am" {...field("demo_expires_at")} hint="Leer: kein Ende" />
        )}
      </div>
      <h2>Erstes Konto, mit der Rolle Verwaltung</h2>
      <TextField label="Name der Person" {...field("admin.name")} isRequired maxLength={200} />
      <TextField
        label="E-Mail der Person"
        {...field("admin.email")}
        type="email"
        autoComplete="off"
        isRequired
      />
    </>
  )
}
