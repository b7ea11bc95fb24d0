import { mitarbeiterfelder } from "../../../../lib/felder/mitarbeiter.ts"
import type { Answer } from "../../ui/api/call.ts"
import { Choice, TextField, Toggle } from "../../ui/fields/field.tsx"
import { formOf, type Values as ValuesOf } from "../../ui/forms/felder.ts"
import type { FormState } from "../../ui/forms/form.tsx"

export type Mitarbeiter = Answer<"get", "/api/mitarbeiter/{id}">
export type Values = ValuesOf<typeof mitarbeiterfelder>

/** Labels and kinds of the declared fields. */
export const { labels, valuesOf, bodyOf } = formOf(mitarbeiterfelder)

const { words } = mitarbeiterfelder.rolle

/** Explanations of the roles. */
export const rollen = [
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

export const rolleInWords = (rolle: string): string => rollen.find(({ id }) => id === rolle)?.label ?? rolle

/** The fields of an account, but for its password. */
export function StaffFields({ form, isNew = false }: { form: FormState<Values>; isNew?: boolean }) {
  return (
    <>
      <TextField
        label={labels.name}
        {...form.field("name")}
        isRequired
        autoFocus
        maxLength={mitarbeiterfelder.name.max}
      />
      <TextField
        label={labels.email}
        {...form.field("email")}
        type="email"
        autoComplete="off"
        isRequired
        hint="Damit meldet sich die Person an."
      />
      <Choice
        label={labels.rolle}
        {...form.field("rolle")}
        options={rollen}
        hint={rollen.find(({ id }) => id === form.values.rolle)?.does}
      />
      {!isNew && <Toggle label="Darf sich anmelden" {...form.field("aktiv")} />}
    </>
  )
}
