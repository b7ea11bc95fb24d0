import { geraetefelder } from "../../../../lib/felder/geraet.ts"
import type { Answer } from "../../ui/api/call.ts"
import { Choice, MoneyField, TextField } from "../../ui/fields/field.tsx"
import { formOf, optionsOf, type TextNames, type Values } from "../../ui/forms/felder.ts"
import type { FormState } from "../../ui/forms/form.tsx"

export type Geraet = Answer<"get", "/api/geraete/{id}">
export type GeraetValues = Values<typeof geraetefelder>

export const { labels, words, valuesOf, bodyOf } = formOf(geraetefelder)

/** The usual one first. */
const pfandformen = optionsOf(geraetefelder.pfandform.words).toReversed()

/** The fields of a device, in the order in which they stand on its plate. */
export function GeraetFields({ form, isNew }: { form: FormState<GeraetValues>; isNew?: boolean }) {
  const { field } = form
  const text = (name: TextNames<typeof geraetefelder>) => ({ label: labels[name], ...field(name) })
  return (
    <>
      <div className="pair">
        <TextField
          {...text("geraetenummer")}
          isRequired
          autoFocus={isNew}
          maxLength={geraetefelder.geraetenummer.max}
        />
        <TextField {...text("barcode")} hint="Den Scanner hier hineinlesen lassen" />
      </div>
      <TextField {...text("bezeichnung")} isRequired maxLength={geraetefelder.bezeichnung.max} />
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
