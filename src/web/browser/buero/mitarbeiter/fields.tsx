import { mitarbeiterfelder } from "../../../../lib/felder/mitarbeiter.ts"
import type { Answer } from "../../ui/api/call.ts"
import { Choice, PrintedField, TextField, Toggle } from "../../ui/fields/field.tsx"
import { formOf, labelled, optionsOf, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"

export type Mitarbeiter = Answer<"get", "/api/mitarbeiter/{id}">

export const staffForm = formOf(mitarbeiterfelder)

/** The usual one first. */
const roles = optionsOf(mitarbeiterfelder.rolle.words).toReversed()
const rights = {
  fahrer: "Sieht die eigenen Touren und arbeitet mit der Fahrer-App.",
  user: "Führt Kunden, plant Touren, bucht. Storniert nur eigene Buchungen vom selben Tag und führt keine Konten.",
  admin: "Darf alles in der Firma: auch Storno, Korrekturen, Artikel, Konten und Protokoll.",
}

type Props = { form: FormState<Values<typeof mitarbeiterfelder>>; isNew?: boolean }

/** The fields of an account, but for its password. */
export function StaffFields({ form, isNew = false }: Props) {
  const field = labelled(form, staffForm.labels)
  return (
    <>
      <PrintedField {...field("name")} isRequired autoFocus maxLength={mitarbeiterfelder.name.max} />
      <TextField
        {...field("email")}
        type="email"
        autoComplete="off"
        isRequired
        hint="Damit meldet sich die Person an."
      />
      <Choice {...field("rolle")} options={roles} hint={rights[form.values.rolle]} />
      {!isNew && <Toggle {...field("aktiv")} label="Darf sich anmelden" />}
    </>
  )
}
