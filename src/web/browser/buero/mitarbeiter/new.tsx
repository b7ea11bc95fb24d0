import { useState } from "react"
import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { Page } from "../../ui/page/page.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { FirstPassword } from "../../ui/fields/first-password.tsx"
import { bodyOf, type Mitarbeiter, StaffFields, type Values, valuesOf } from "./fields.tsx"

/** A colleague's account. Its first password is told by word of mouth; it is never kept as a draft. */
export default function NewMitarbeiter() {
  const [, navigate] = useLocation()
  const [password, setPassword] = useState("")
  const form = useForm<Values, Mitarbeiter>({
    draft: "mitarbeiter/neu",
    initial: valuesOf({ rolle: "fahrer" }),
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
        <FirstPassword name="password" value={password} onChange={setPassword} />
        <FormButtons action="Anlegen" busy={form.busy} cancel="/mitarbeiter" />
      </Form>
    </Page>
  )
}
