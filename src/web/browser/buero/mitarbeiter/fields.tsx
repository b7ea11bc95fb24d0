import { mitarbeiterfelder } from "../../../../lib/felder/mitarbeiter.ts"
import type { Answer } from "../../ui/api/call.ts"
import { Choice, TextField, Toggle } from "../../ui/fields/field.tsx"
import { formOf, labelled, type Values } from "../../ui/forms/felder.ts"
import type { FormState } from "../../ui/forms/form.tsx"

export type Mitarbeiter = Answer<"get", "/api/mitarbeiter/{id}">

export const staffForm = formOf(mitarbeiterfelder)

const { words } = mitarbeiterfelder.rolle

/** Explanations of the roles. */
const rollen = [
  { id: "fahrer", label: words.fahrer, does: "Sieht die eigenen Touren und arbeitet mit der Fahrer-App." },
  {
    id: "user",
    label: words.user,
    does: "Führt Kunden, plant Touren, bucht. Storniert nur eigene Buchungen vom selben Tag und führt keine Konten.",
  },
  {
    id: "admin",
    label: words.admin,
    does: "Darf alles in der Firma: auch Storno, Korrekturen, Artikel, Konten und Protokoll.",
  },
] as const

type Props = { form: FormState<Values<typeof mitarbeiterfelder>>; isNew?: boolean }

/** The fields of an account, but for its password. */
export function StaffFields({ form, isNew = false }: Props) {
  const field = labelled(form, staffForm.labels)
  return (
    <>
      <TextField {...field("name")} isRequired autoFocus maxLength={mitarbeiterfelder.name.max} />
      <TextField
        {...field("email")}
        type="email"
        autoComplete="off"
        isRequired
        hint="Damit meldet sich die Person an."
      />
      <Choice
        {...field("rolle")}
        options={rollen}
        hint={rollen.find(({ id }) => id === form.values.rolle)?.does}
      />
      {!isNew && <Toggle {...field("aktiv")} label="Darf sich anmelden" />}
    </>
  )
}
