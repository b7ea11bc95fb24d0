import { useState } from "react"
import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { TextField } from "../../ui/field.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { Page } from "../../ui/page.tsx"
import { refresh } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"
import { bodyOf, type Mitarbeiter, StaffFields, type Values, valuesOf } from "./fields.tsx"

/** A colleague's account. Its first password is told by word of mouth; it is never kept as a draft. */
export default function NewMitarbeiter() {
  const [, navigate] = useLocation()
  const [password, setPassword] = useState("")
  const form = useForm<Values, Mitarbeiter>({
    draft: "mitarbeiter/neu",
    initial: valuesOf({}),
    save: (values, id) => {
      const { aktiv: _, ...body } = bodyOf(values)
      return call("post", "/api/mitarbeiter", { body: { id, ...body, password } })
    },
    saved: (made) => {
      void refresh("/api/mitarbeiter")
      toast(`${made.name} kann sich jetzt anmelden`)
      navigate("/mitarbeiter")
    },
  })
  return (
    <Page title="Neues Konto" back={{ href: "/mitarbeiter", label: "Mitarbeiter" }}>
      <Form form={form}>
        <StaffFields form={form} isNew />
        <TextField
          label="Erstes Kennwort"
          name="password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          isRequired
          hint="Mindestens 6 Zeichen. Die Person ändert es nach der ersten Anmeldung unter „Eigenes Konto“."
        />
        <div className="buttons">
          <Button type="submit" look="primary" isPending={form.busy}>
            Anlegen
          </Button>
          <ButtonLink href="/mitarbeiter" look="quiet">
            Abbrechen
          </ButtonLink>
        </div>
      </Form>
    </Page>
  )
}
