import { briefkopffelder, planungsfelder } from "../../../../lib/felder/firma.ts"
import { laenderInWords } from "../../../../lib/arten.ts"
import { Unprintable } from "../../ui/parts/unprintable.tsx"
import type { Answer } from "../../ui/api/call.ts"
import { Choice, PrintedField, TextField } from "../../ui/fields/field.tsx"
import { address } from "../../ui/values/format.ts"
import { Logo } from "./logo.tsx"
import { formOf, labelled, optionsOf, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { Section } from "./section.tsx"

type Tenant = Answer<"get", "/api/tenant">

const felder = { ...briefkopffelder, ...planungsfelder }
const declared = formOf(felder)
const { labels } = declared

const withoutSpaces = (iban: string): string => iban.replaceAll(/\s/g, "")

const fields = {
  ...declared,
  bodyOf: (values: Values<typeof felder>) => {
    // The longest IBANs fit into the field of the interface only without the spaces between their groups.
    const isLong = values.iban.length > briefkopffelder.iban.max
    return declared.bodyOf(isLong ? { ...values, iban: withoutSpaces(values.iban) } : values)
  },
}

/** In groups of four, so that a narrow screen breaks it between them. */
const inGroups = (iban: string | null): string | null =>
  iban && withoutSpaces(iban).replaceAll(/.{4}(?=.)/g, "$& ")

const european = Intl.supportedValuesOf("timeZone").filter((zone) => zone.startsWith("Europe/"))

/** @returns what can be chosen: Europe, and the zone that is set, wherever it is */
const zonesWith = (set: string): { id: string; label: string }[] =>
  [...new Set([...european, set])].map((id) => ({ id, label: id.replaceAll("_", " ") }))

const NONE = { id: "keines", label: "Nur bundesweite Feiertage" } as const

/** Where the company is, and what stands at the top and the foot of what it prints. */
export function Briefkopf({ tenant }: { tenant: Tenant }) {
  return (
    <Section
      at="briefkopf"
      about="Steht auf Lieferscheinen, Abrechnungen, Kontoauszügen und Saldenbestätigungen."
      facts={[
        ["Anschrift", address(tenant)],
        [labels.telefon, tenant.telefon],
        [labels.email, tenant.email],
        [labels.steuernummer, tenant.steuernummer],
        [labels.ust_id, tenant.ust_id],
        [labels.iban, inGroups(tenant.iban)],
        [
          labels.rechnung_kontakt,
          [tenant.rechnung_kontakt, tenant.rechnung_telefon, tenant.rechnung_email]
            .filter(Boolean)
            .join(", "),
        ],
        [labels.zeitzone, tenant.zeitzone],
        [labels.bundesland, tenant.bundesland && laenderInWords[tenant.bundesland]],
      ]}
      edited={{ ...recordAt("/api/tenant", tenant, fields), draft: "firma/briefkopf" }}
      Fields={Fields}
    >
      <Unprintable texts={[tenant.name, tenant.strasse, tenant.ort]} />
      <Logo logo={tenant.logo} />
    </Section>
  )
}

function Fields({ form }: { form: FormState<Values<typeof felder>> }) {
  const text = labelled(form, labels)
  return (
    <>
      <PrintedField {...text("strasse")} />
      <div className="pair">
        <TextField {...text("plz")} inputMode="numeric" />
        <PrintedField {...text("ort")} />
      </div>
      <div className="pair">
        <TextField {...text("telefon")} type="tel" />
        <TextField {...text("email")} type="email" />
      </div>
      <div className="pair">
        <PrintedField {...text("steuernummer")} />
        <TextField {...text("ust_id")} hint="DE und neun Ziffern" />
      </div>
      <TextField {...text("iban")} />
      <PrintedField
        {...text("rechnung_kontakt")}
        hint="Steht auf Rechnungen: wer Fragen dazu beantwortet. Behörden verlangen ihn"
      />
      <div className="pair">
        <TextField
          {...text("rechnung_telefon")}
          type="tel"
          hint="Steht auf Rechnungen; leer: das Telefon oben"
        />
        <TextField
          {...text("rechnung_email")}
          type="email"
          hint="Steht auf Rechnungen; leer: die E-Mail oben"
        />
      </div>
      <Choice
        {...text("zeitzone")}
        options={zonesWith(form.values.zeitzone)}
        hint="Danach richtet sich, wann ein Tag beginnt und eine Lieferung zu spät ist."
      />
      <Choice
        {...text("bundesland")}
        value={form.values.bundesland ?? NONE.id}
        onChange={(id) => form.set({ bundesland: id === NONE.id ? null : id })}
        options={[NONE, ...optionsOf(laenderInWords)]}
        hint="Wessen Feiertage beim Planen der Touren gelten."
      />
      <p className="muted">Name und Kürzel der Firma ändert der Betreiber.</p>
    </>
  )
}
