import type { Answer } from "../../ui/api/call.ts"
import { Choice, CountField, TextField, TimeField, Toggle } from "../../ui/fields/field.tsx"
import { formOf, optionsOf, type TextNames, type Values } from "../../ui/forms/felder.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { Unprintable } from "../../ui/parts/unprintable.tsx"
import { country } from "../../ui/values/format.ts"
import { kundenfelder } from "../../../../lib/felder/kunde.ts"
import { artIn, type Kundenart, kundenartInWorten } from "../../../../lib/kundenart.ts"

export type Kunde = Answer<"get", "/api/kunden/{id}">
export type KundeValues = Values<typeof kundenfelder>

const declared = formOf(kundenfelder)
export const { labels, words, valuesOf } = declared

/** As the interface has it: the kind follows from the country. */
export function bodyOf(values: KundeValues) {
  const land = values.land.toUpperCase() || "DE"
  return { ...declared.bodyOf(values), land, art: artIn(land, values.art) }
}

/** Kinds of customers in a country, with their consequences. */
const artenIn = (land: string) => optionsOf(kundenartInWorten).filter(({ id }) => artIn(land, id) === id)
const folgen: Record<Kundenart, string> = {
  unternehmen:
    "Bekommt Rechnungen über 250 € als ZUGFeRD: ein PDF, in dem sie auch für Programme steht; auf Wunsch als XRechnung",
  verbraucher: "Bekommt Rechnungen als PDF oder auf Papier",
  behoerde: "Bekommt Rechnungen als XRechnung (XML-Datei); dafür braucht es Leitweg-ID und E-Mail-Adresse",
  ausland: "Bekommt Rechnungen als PDF oder auf Papier; die Umsatzsteuer bitte mit dem Steuerberater klären",
}

/** Fields for invoices. */
function RechnungFields({ form }: { form: FormState<KundeValues> }) {
  const { field, values } = form
  const land = values.land.toUpperCase() || "DE"
  const art = artIn(land, values.art)
  return (
    <>
      <Choice label={labels.art} {...field("art")} value={art} options={artenIn(land)} hint={folgen[art]} />
      <div className="pair">
        <TextField label={labels.ust_id} {...field("ust_id")} maxLength={kundenfelder.ust_id.max} />
        <TextField
          label={art === "behoerde" ? "Leitweg-ID" : labels.kaeuferreferenz}
          {...field("kaeuferreferenz")}
          maxLength={kundenfelder.kaeuferreferenz.max}
          hint={
            art === "behoerde" ? "Nennt die Behörde; ihre Prüfziffern werden geprüft" : "Steht auf Rechnungen"
          }
        />
      </div>
      <TextField
        label={labels.rechnungs_email}
        {...field("rechnungs_email")}
        type="email"
        hint="Wohin seine Rechnungen gehen; leer gelassen: an die E-Mail oben"
      />
    </>
  )
}

/** The fields of a customer, in the order in which one asks for them on the telephone. */
export function KundeFields({ form, isNew }: { form: FormState<KundeValues>; isNew?: boolean }) {
  const { field } = form
  const text = (name: TextNames<typeof kundenfelder>) => ({ label: labels[name], ...field(name) })
  return (
    <>
      <TextField {...text("name")} isRequired autoFocus={isNew} maxLength={kundenfelder.name.max} />
      <div className="pair">
        <TextField {...text("kundennummer")} hint={isNew ? "Leer gelassen: die nächste freie" : undefined} />
        <TextField {...text("ansprechpartner")} />
      </div>
      <div className="pair">
        <TextField {...text("telefon")} type="tel" />
        <TextField {...text("email")} type="email" />
      </div>
      <TextField {...text("strasse")} />
      <div className="pair">
        <TextField {...text("plz")} inputMode="numeric" />
        <TextField {...text("ort")} />
        <TextField
          {...text("land")}
          maxLength={2}
          hint={/^[A-Z]{2}$/i.test(form.values.land) ? country(form.values.land.toUpperCase()) : "z. B. AT"}
        />
      </div>
      <Unprintable
        texts={[form.values.name, form.values.ansprechpartner, form.values.strasse, form.values.ort]}
      />
      <TextField {...text("anlieferungshinweis")} lines={3} hint="Liest der Fahrer als Erstes" />
      <div className="pair">
        <TimeField label={labels.lieferzeit_von} {...field("lieferzeit_von")} />
        <TimeField label="bis" {...field("lieferzeit_bis")} />
        <Choice
          label={labels.abrechnung}
          {...field("abrechnung")}
          options={optionsOf(kundenfelder.abrechnung.words)}
        />
      </div>
      <CountField
        label={labels.debitor_nr}
        {...field("debitor_nr")}
        min={1}
        max={kundenfelder.debitor_nr.max}
        grouped={false}
        hint="In der Buchführung; leer gilt, was unter „Firma“ festgelegt ist"
      />
      <RechnungFields form={form} />
      <TextField {...text("notiz")} lines={3} hint="Nur für das Büro" />
      {!isNew && <Toggle label="Aktiv: wird beliefert" {...field("aktiv")} />}
    </>
  )
}
