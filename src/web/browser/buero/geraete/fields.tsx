import type { Answer, Input } from "../../ui/api/call.ts"
import { Choice, MoneyField, TextField } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import { euro } from "../../ui/values/format.ts"

export type Geraet = Answer<"get", "/api/geraete/{id}">
type Body = Input<"post", "/api/geraete">["body"]

/** As fields have it: empty text where the interface has null. */
export type GeraetValues = {
  geraetenummer: string
  bezeichnung: string
  typ: string
  seriennummer: string
  barcode: string
  pfand_cent: number | null
  pfandform: NonNullable<Body["pfandform"]>
  notiz: string
}

export const labels: Record<keyof GeraetValues, string> = {
  geraetenummer: "Gerätenummer",
  bezeichnung: "Bezeichnung",
  typ: "Typ",
  seriennummer: "Seriennummer",
  barcode: "Strichcode",
  pfand_cent: "Pfand",
  pfandform: "Art der Sicherheit",
  notiz: "Notiz",
}

export const pfandformen = [
  { id: "kaution", label: "Kaution" },
  { id: "pfand", label: "Pfand" },
] as const

/** Words for values that are more than text, for comparing two versions. */
export const words = {
  pfand_cent: (cent: number | null) => euro(cent ?? 0),
  pfandform: (form: GeraetValues["pfandform"]) => pfandformen.find(({ id }) => id === form)?.label ?? form,
}

export const valuesOf = (geraet: Partial<Geraet>): GeraetValues => ({
  geraetenummer: geraet.geraetenummer ?? "",
  bezeichnung: geraet.bezeichnung ?? "",
  typ: geraet.typ ?? "",
  seriennummer: geraet.seriennummer ?? "",
  barcode: geraet.barcode ?? "",
  pfand_cent: geraet.pfand_cent ?? null,
  pfandform: geraet.pfandform ?? "kaution",
  notiz: geraet.notiz ?? "",
})

export const bodyOf = (values: GeraetValues) => ({
  geraetenummer: values.geraetenummer,
  bezeichnung: values.bezeichnung,
  typ: values.typ || null,
  seriennummer: values.seriennummer || null,
  barcode: values.barcode || null,
  pfand_cent: values.pfand_cent ?? 0,
  pfandform: values.pfandform,
  notiz: values.notiz || null,
})

/** The fields of a device, in the order in which they stand on its plate. */
export function GeraetFields({ form, isNew }: { form: FormState<GeraetValues>; isNew?: boolean }) {
  const { field } = form
  const text = (name: Exclude<keyof GeraetValues, "pfand_cent" | "pfandform">) => ({
    label: labels[name],
    ...field(name),
  })
  return (
    <>
      <div className="pair">
        <TextField {...text("geraetenummer")} isRequired autoFocus={isNew} maxLength={50} />
        <TextField {...text("barcode")} hint="Den Scanner hier hineinlesen lassen" />
      </div>
      <TextField {...text("bezeichnung")} isRequired maxLength={200} />
      <div className="pair">
        <TextField {...text("typ")} placeholder="etwa Kühler" />
        <TextField {...text("seriennummer")} />
      </div>
      <div className="pair">
        <MoneyField
          label={labels.pfand_cent}
          {...field("pfand_cent")}
          hint={isNew ? undefined : "Gilt ab der nächsten Ausgabe; Gebuchtes bleibt, wie es ist"}
        />
        <Choice
          label={labels.pfandform}
          {...field("pfandform")}
          options={pfandformen}
          hint="Pfand trägt Umsatzsteuer, eine Kaution nicht"
        />
      </div>
      <TextField {...text("notiz")} lines={3} hint="Nur für das Büro" />
    </>
  )
}
