import type { Answer } from "../../ui/api/call.ts"
import { Choice, CountField, PrintedField, TextField, TimeField, Toggle } from "../../ui/fields/field.tsx"
import { formOf, labelled, optionsOf, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { country } from "../../ui/values/format.ts"
import { kundenfelder } from "../../../../lib/felder/kunde.ts"
import { artIn, type Kundenart, kundenartInWords } from "../../../../lib/kundenart.ts"

export type Kunde = Answer<"get", "/api/kunden/{id}">
type KundeValues = Values<typeof kundenfelder>

const declared = formOf(kundenfelder)
export const kundenform = {
  ...declared,
  /** @returns the body of a request; the kind of customer must fit the country */
  bodyOf: (values: KundeValues) => {
    const land = values.land.toUpperCase() || "DE"
    return { ...declared.bodyOf(values), land, art: artIn(land, values.art) }
  },
}

/** @returns the kinds of customers in a country */
const kindsIn = (land: string) => optionsOf(kundenartInWords).filter(({ id }) => artIn(land, id) === id)
const consequences: Record<Kundenart, string> = {
  unternehmen:
    "Bekommt Rechnungen über 250 € als ZUGFeRD: ein PDF, in dem sie auch für Programme steht; auf Wunsch als XRechnung",
  verbraucher: "Bekommt Rechnungen als PDF oder auf Papier",
  behoerde: "Bekommt Rechnungen als XRechnung (XML-Datei); dafür braucht es Leitweg-ID und E-Mail-Adresse",
  ausland: "Bekommt Rechnungen als PDF oder auf Papier; die Umsatzsteuer bitte mit dem Steuerberater klären",
}

/** Fields for invoices. */
function RechnungFields({ form }: { form: FormState<KundeValues> }) {
  const { values } = form
  const field = labelled(form, declared.labels)
  const land = values.land.toUpperCase() || "DE"
  const art = artIn(land, values.art)
  return (
    <>
      <Choice {...field("art")} value={art} options={kindsIn(land)} hint={consequences[art]} />
      <div className="pair">
        <TextField {...field("ust_id")} maxLength={kundenfelder.ust_id.max} />
        <TextField
          {...field("kaeuferreferenz")}
          {...(art === "behoerde" && { label: "Leitweg-ID" })}
          maxLength={kundenfelder.kaeuferreferenz.max}
          hint={
            art === "behoerde" ? "Nennt die Behörde; ihre Prüfziffern werden geprüft" : "Steht auf Rechnungen"
          }
        />
      </div>
      <TextField
        {...field("rechnungs_email")}
        type="email"
        hint="Wohin seine Rechnungen gehen; leer gelassen: an die E-Mail oben"
      />
    </>
  )
}

const MANY = "Mehrere mit Komma; leer gelassen: an die E-Mail oben"

/** How documents reach the customer: by post or by e-mail, and at which addresses. */
function VersandFields({ form }: { form: FormState<KundeValues> }) {
  const field = labelled(form, declared.labels)
  return (
    <>
      <Choice
        {...field("versandweg")}
        options={optionsOf(kundenfelder.versandweg.words)}
        hint="Wie er bekommt, was für viele Kunden auf einmal versandt wird"
      />
      {form.values.versandweg === "email" && (
        <>
          <TextField
            {...field("abrechnung_an")}
            hint="Mehrere mit Komma; leer gelassen: an die E-Mail für Rechnungen, sonst an die E-Mail oben"
          />
          <div className="pair">
            <TextField {...field("briefe_an")} hint={MANY} />
            <TextField {...field("lieferschein_an")} hint={MANY} />
          </div>
        </>
      )}
    </>
  )
}

/** The fields of a customer, in the order of a telephone call. */
export function KundeFields({ form, isNew }: { form: FormState<KundeValues>; isNew?: boolean }) {
  const { land } = form.values
  const field = labelled(form, declared.labels)
  return (
    <>
      <PrintedField {...field("name")} isRequired autoFocus={isNew} maxLength={kundenfelder.name.max} />
      <div className="pair">
        <PrintedField
          {...field("kundennummer")}
          hint={isNew ? "Leer gelassen: die nächste freie" : undefined}
        />
        <PrintedField {...field("ansprechpartner")} />
      </div>
      <div className="pair">
        <TextField {...field("telefon")} type="tel" />
        <TextField {...field("email")} type="email" />
      </div>
      <PrintedField {...field("strasse")} />
      <div className="pair">
        <TextField {...field("plz")} inputMode="numeric" />
        <PrintedField {...field("ort")} />
        <TextField
          {...field("land")}
          maxLength={2}
          hint={/^[A-Z]{2}$/i.test(land) ? country(land.toUpperCase()) : "z. B. AT"}
        />
      </div>
      <PrintedField {...field("anlieferungshinweis")} lines={3} hint="Liest der Fahrer als Erstes" />
      <div className="pair">
        <TimeField {...field("lieferzeit_von")} />
        <TimeField {...field("lieferzeit_bis")} label="bis" />
        <Choice {...field("abrechnung")} options={optionsOf(kundenfelder.abrechnung.words)} />
      </div>
      <CountField
        {...field("debitor_nr")}
        min={1}
        max={kundenfelder.debitor_nr.max}
        grouped={false}
        hint="In der Buchführung; leer gilt, was unter „Firma“ festgelegt ist"
      />
      <RechnungFields form={form} />
      <VersandFields form={form} />
      <TextField {...field("notiz")} lines={3} hint="Nur für das Büro" />
      {!isNew && <Toggle {...field("aktiv")} label="Aktiv: wird beliefert" />}
    </>
  )
}
