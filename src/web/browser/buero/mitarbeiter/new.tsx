import { FirstPassword } from "../../ui/fields/new-password.tsx"
import { NewForm } from "../../ui/forms/new-form.tsx"
import { useSecret } from "../../ui/forms/use-secret.ts"
import { Page } from "../../ui/page/page.tsx"
import { StaffFields, staffForm } from "./fields.tsx"

/** A colleague's account. Its first password is told by word of mouth; it is never kept as a draft. */
export default function NewMitarbeiter() {
  const [password, setPassword] = useSecret("")
  return (
    <Page title="Neues Konto" back={{ href: "/mitarbeiter", label: "Mitarbeiter" }}>
      <NewForm
        path="/api/mitarbeiter"
        list="/mitarbeiter"
        initial={staffForm.valuesOf({ rolle: "fahrer" })}
        bodyOf={(values) => {
          const { aktiv: _, ...body } = staffForm.bodyOf(values)
          return { ...body, password }
        }}
        done={({ name }) => `${name} kann sich jetzt anmelden`}
        stored={() => setPassword("")}
        staysInList
      >
        {(form) => (
          <>
            <StaffFields form={form} isNew />
            <FirstPassword form={form} name="password" value={password} onChange={setPassword} />
          </>
        )}
      </NewForm>
    </Page>
  )
}
