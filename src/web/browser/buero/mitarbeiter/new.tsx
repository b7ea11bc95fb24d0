import { useRef, useState } from "react"
import { FirstPassword } from "../../ui/fields/new-password.tsx"
import { NewForm } from "../../ui/forms/new-form.tsx"
import { useSecret } from "../../ui/forms/use-secret.ts"
import { Page } from "../../ui/page/page.tsx"
import { StaffFields, staffForm } from "./fields.tsx"
import { type Made, Welcome } from "./welcome.tsx"

const BACK = { href: "/mitarbeiter", label: "Mitarbeiter" }

/** A new account. Its first password is passed on by word of mouth, and never kept as a draft. */
export default function NewMitarbeiter() {
  const [password, setPassword] = useSecret("")
  // As it was sent: another one may be typed meanwhile.
  const sent = useRef("")
  const [made, setMade] = useState<Made>()
  if (made) {
    return (
      <Page title={`${made.name} kann sich jetzt anmelden`} back={BACK}>
        <Welcome made={made} again={() => setMade(undefined)} />
      </Page>
    )
  }
  return (
    <Page title="Neuer Mitarbeiter" back={BACK}>
      <NewForm
        path="/api/mitarbeiter"
        list="/mitarbeiter"
        initial={staffForm.valuesOf({ rolle: "fahrer" })}
        bodyOf={(values) => {
          const { aktiv: _, ...body } = staffForm.bodyOf(values)
          sent.current = password
          return { ...body, password }
        }}
        done={({ name }) => `${name} ist angelegt`}
        stored={() => setPassword("")}
        next={({ name, email }) => setMade({ name, email, password: sent.current })}
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
