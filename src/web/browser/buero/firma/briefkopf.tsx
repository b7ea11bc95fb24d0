import { Unprintable } from "../../ui/parts/unprintable.tsx"
import { Choice, TextField } from "../../ui/fields/field.tsx"
import { address } from "../../ui/values/format.ts"
import { Logo } from "./logo.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { Section } from "./section.tsx"
import { type Tenant, useTenantForm } from "./tenant.ts"
import { zonesWith } from "./zeitzonen.ts"

const texts = [
  "strasse",
  "plz",
  "ort",
  "telefon",
  "email",
  "steuernummer",
  "ust_id",
  "iban",
  "rechnung_kontakt",
  "rechnung_telefon",
  "rechnung_email",
] as const
type Values = Record<(typeof texts)[number] | "zeitzone", string>

const labels: Record<keyof Values, string> = {
  strasse: "Straße und Hausnummer",
  plz: "PLZ",
  ort: "Ort",
  telefon: "Telefon",
  email: "E-Mail",
  steuernummer: "Steuernummer",
  ust_id: "USt-IdNr.",
  iban: "IBAN",
  rechnung_kontakt: "Ansprechpartner für Rechnungen",
  rechnung_telefon: "Telefon für Rückfragen",
  rechnung_email: "E-Mail für Rückfragen",
  zeitzone: "Zeitzone",
}

const valuesOf = (tenant: Tenant): Values => ({
  ...(Object.fromEntries(texts.map((name) => [name, tenant[name] ?? ""])) as Omit<Values, "zeitzone">),
  zeitzone: tenant.zeitzone,
})

const bodyOf = ({ zeitzone, ...values }: Values) => ({
  ...(Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text === "" ? null : text])) as {
    [K in keyof typeof values]: string | null
  }),
  zeitzone,
})

/** Where the company is, and what stands at the top and the foot of what it prints. */
export function Briefkopf({ tenant }: { tenant: Tenant }) {
  return (
    <Section
      title="Anschrift und Briefkopf"
      about="Steht auf Lieferscheinen, Abrechnungen, Kontoauszügen und Saldenbestätigungen."
      facts={[
        ["Anschrift", address(tenant)],
        [labels.telefon, tenant.telefon],
        [labels.email, tenant.email],
        [labels.steuernummer, tenant.steuernummer],
        [labels.ust_id, tenant.ust_id],
        [labels.iban, tenant.iban],
        [
          labels.rechnung_kontakt,
          [tenant.rechnung_kontakt, tenant.rechnung_telefon, tenant.rechnung_email]
            .filter(Boolean)
            .join(", "),
        ],
        [labels.zeitzone, tenant.zeitzone],
      ]}
      renderEdit={(close) => <Edit tenant={tenant} onClose={close} />}
    >
      <Unprintable texts={[tenant.name, tenant.strasse, tenant.ort]} />
      <Logo logo={tenant.logo} />
    </Section>
  )
}

function Edit({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const form = useTenantForm({ tenant, draft: "briefkopf", valuesOf, bodyOf, labels, onClose })
  const text = (name: keyof Values) => ({ label: labels[name], ...form.field(name) })
  return (
    <FormPanel title="Anschrift und Briefkopf bearbeiten" form={form} onClose={onClose}>
      <TextField {...text("strasse")} />
      <div className="pair">
        <TextField {...text("plz")} inputMode="numeric" />
        <TextField {...text("ort")} />
      </div>
      <div className="pair">
        <TextField {...text("telefon")} type="tel" />
        <TextField {...text("email")} type="email" />
      </div>
      <div className="pair">
        <TextField {...text("steuernummer")} />
        <TextField {...text("ust_id")} hint="DE und neun Ziffern" />
      </div>
      <TextField {...text("iban")} />
      <TextField
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
      <p className="muted">Name und Kürzel der Firma ändert der Betreiber.</p>
    </FormPanel>
  )
}
