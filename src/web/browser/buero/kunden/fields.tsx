import type { Answer, Input } from "../../ui/api/call.ts"
import { Choice, CountField, TextField, TimeField, Toggle } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import { Unprintable } from "../../ui/parts/unprintable.tsx"
import { country } from "../../ui/values/format.ts"
import { artIn, type Kundenart, kundenartInWorten } from "../../../../lib/kundenart.ts"

export type Kunde = Answer<"get", "/api/kunden/{id}">
type Body = Input<"post", "/api/kunden">["body"]

/** As fields have it: empty text where the interface has null. */
export type KundeValues = {
  kundennummer: string
  name: string
  ansprechpartner: string
  telefon: string
  email: string
  strasse: string
  plz: string
  ort: string
  land: string
  anlieferungshinweis: string
  lieferzeit_von: string | null
  lieferzeit_bis: string | null
  abrechnung: NonNullable<Body["abrechnung"]>
  debitor_nr: number | null
  art: Kundenart
  ust_id: string
  kaeuferreferenz: string
  rechnungs_email: string
  notiz: string
  aktiv: boolean
}

export const labels: Record<keyof KundeValues, string> = {
  kundennummer: "Kundennummer",
  name: "Name",
  ansprechpartner: "Ansprechpartner",
  telefon: "Telefon",
  email: "E-Mail",
  strasse: "Straße und Hausnummer",
  plz: "PLZ",
  ort: "Ort",
  land: "Land",
  anlieferungshinweis: "Anlieferungshinweis",
  lieferzeit_von: "Lieferzeit von",
  lieferzeit_bis: "bis",
  abrechnung: "Abrechnung",
  debitor_nr: "Debitorenkonto",
  art: "Kundenart",
  ust_id: "USt-IdNr.",
  kaeuferreferenz: "Käuferreferenz",
  rechnungs_email: "E-Mail für Rechnungen",
  notiz: "Notiz",
  aktiv: "Aktiv",
}

export const abrechnungen = [
  { id: "je_lieferung", label: "Je Lieferung" },
  { id: "monatlich", label: "Monatlich" },
  { id: "keine", label: "Keine" },
] as const

/** Where it is more than text: for comparing two versions. */
export const words = {
  art: (one: Kundenart) => kundenartInWorten[one],
  abrechnung: (one: KundeValues["abrechnung"]) => abrechnungen.find(({ id }) => id === one)?.label ?? one,
}

export const valuesOf = (kunde: Partial<Kunde>): KundeValues => ({
  kundennummer: kunde.kundennummer ?? "",
  name: kunde.name ?? "",
  ansprechpartner: kunde.ansprechpartner ?? "",
  telefon: kunde.telefon ?? "",
  email: kunde.email ?? "",
  strasse: kunde.strasse ?? "",
  plz: kunde.plz ?? "",
  ort: kunde.ort ?? "",
  land: kunde.land ?? "DE",
  anlieferungshinweis: kunde.anlieferungshinweis ?? "",
  lieferzeit_von: kunde.lieferzeit_von ?? null,
  lieferzeit_bis: kunde.lieferzeit_bis ?? null,
  abrechnung: kunde.abrechnung ?? "je_lieferung",
  debitor_nr: kunde.debitor_nr ?? null,
  art: kunde.art ?? "unternehmen",
  ust_id: kunde.ust_id ?? "",
  kaeuferreferenz: kunde.kaeuferreferenz ?? "",
  rechnungs_email: kunde.rechnungs_email ?? "",
  notiz: kunde.notiz ?? "",
  aktiv: kunde.aktiv !== 0,
})

/** As the interface has it. A number that was left empty is given by the service. */
export function bodyOf({ kundennummer, name, land, aktiv, ...values }: KundeValues) {
  const emptied = Object.entries(values).map(([key, value]) => [key, value === "" ? null : value])
  return {
    ...(Object.fromEntries(emptied) as { [K in keyof typeof values]: (typeof values)[K] | null }),
    abrechnung: values.abrechnung,
    art: artIn(land.toUpperCase() || "DE", values.art),
    ...(kundennummer && { kundennummer }),
    name,
    land: land.toUpperCase() || "DE",
    aktiv: aktiv ? 1 : 0,
  }
}

/** Kinds of customers in a country, with their consequences. */
const artenIn = (land: string) =>
  (Object.keys(kundenartInWorten) as Kundenart[])
    .filter((art) => artIn(land, art) === art)
    .map((id) => ({ id, label: kundenartInWorten[id] }))
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
        <TextField label={labels.ust_id} {...field("ust_id")} maxLength={20} />
        <TextField
          label={art === "behoerde" ? "Leitweg-ID" : labels.kaeuferreferenz}
          {...field("kaeuferreferenz")}
          maxLength={100}
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
  const text = (
    name: Exclude<
      keyof KundeValues,
      "aktiv" | "abrechnung" | "art" | "debitor_nr" | "lieferzeit_von" | "lieferzeit_bis"
    >,
  ) => ({
    label: labels[name],
    ...field(name),
  })
  return (
    <>
      <TextField {...text("name")} isRequired autoFocus={isNew} maxLength={200} />
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
        <TimeField label={labels.lieferzeit_bis} {...field("lieferzeit_bis")} />
        <Choice label={labels.abrechnung} {...field("abrechnung")} options={abrechnungen} />
      </div>
      <CountField
        label={labels.debitor_nr}
        {...field("debitor_nr")}
        min={1}
        max={999_999_999}
        grouped={false}
        hint="In der Buchführung; leer gilt, was unter „Firma“ festgelegt ist"
      />
      <RechnungFields form={form} />
      <TextField {...text("notiz")} lines={3} hint="Nur für das Büro" />
      {!isNew && <Toggle label="Aktiv: wird beliefert" {...field("aktiv")} />}
    </>
  )
}
