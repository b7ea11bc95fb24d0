import type { Answer } from "../../ui/api/call.ts"
import { Choice, TextField, Toggle } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"

export type Mitarbeiter = Answer<"get", "/api/mitarbeiter/{id}">
export type Values = { name: string; email: string; rolle: Mitarbeiter["rolle"]; aktiv: boolean }

export const labels: Record<keyof Values, string> = {
  name: "Name",
  email: "E-Mail",
  rolle: "Rolle",
  aktiv: "Aktiv",
}

/** Explanations of the roles. */
export const rollen = [
  { id: "fahrer", label: "Fahrer", does: "Sieht die eigenen Touren und arbeitet mit der Fahrer-App." },
  {
    id: "user",
    label: "Büro",
    does: "Führt Kunden, plant Touren, bucht. Storniert nur eigene Buchungen vom selben Tag und führt keine Konten.",
  },
  {
    id: "admin",
    label: "Verwaltung",
    does: "Darf alles in der Firma: auch Storno, Korrekturen, Artikel, Konten und Protokoll.",
  },
] as const

export const rolleInWords = (rolle: string): string => rollen.find(({ id }) => id === rolle)?.label ?? rolle

export const valuesOf = (one: Partial<Mitarbeiter>): Values => ({
  name: one.name ?? "",
  email: one.email ?? "",
  rolle: one.rolle ?? "fahrer",
  aktiv: one.aktiv !== 0,
})

export const bodyOf = ({ name, email, rolle, aktiv }: Values) => ({
  name,
  email,
  rolle,
  aktiv: aktiv ? 1 : 0,
})

/** The fields of an account, but for its password. */
export function StaffFields({ form, isNew = false }: { form: FormState<Values>; isNew?: boolean }) {
  return (
    <>
      <TextField label={labels.name} {...form.field("name")} isRequired autoFocus maxLength={200} />
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
