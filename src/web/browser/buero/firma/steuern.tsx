import { Choice, CountField, Toggle } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { Section } from "./section.tsx"
import { Advice } from "../../ui/parts/advice.tsx"
import { type Tenant, useTenantForm } from "./tenant.ts"

type Values = {
  abrechnung_ist: Tenant["abrechnung_ist"]
  zahlungsziel_tage: number | null
  preise: Tenant["preise"]
  ust_verfahren: Tenant["ust_verfahren"]
  kleinunternehmer: boolean
  einspruchsfrist_tage: number | null
}

const ist = [
  {
    id: "beleg",
    label: "Ein Beleg",
    does: "Die Rechnung über die Ware entsteht woanders und enthält das Pfand. Abrechnungen zeigen dann die Summe des Pfands wie vereinbart, aber weder Umsatzsteuer noch einen Betrag zu zahlen; an DATEV gehen daraus nur Kautionen.",
  },
  {
    id: "rechnung",
    label: "Die Rechnung",
    does: "Mit der Abrechnung wird das Pfand berechnet. Sie trägt alles, was § 14 Abs. 4 UStG verlangt; fehlt etwas bei Firma oder Kunde, wird vorher danach gefragt. Unternehmen in Deutschland bekommen sie über 250 € als ZUGFeRD, Behörden als XRechnung. An DATEV geht sie ganz. Dann darf das Pfand auf keiner anderen Rechnung stehen: sonst wird die Umsatzsteuer zweimal geschuldet.",
  },
] as const
const preise = [
  {
    id: "netto",
    label: "Netto",
    does: "Zum Pfand kommt die Umsatzsteuer dazu; üblich unter Geschäftsleuten.",
  },
  { id: "brutto", label: "Brutto", does: "Im Pfandbetrag ist die Umsatzsteuer schon enthalten." },
] as const
const verfahren = [
  {
    id: "laufend",
    label: "Laufend",
    does: "Jede Abrechnung weist die Umsatzsteuer auf das Pfand aus; zurückgegebenes Pfand mindert sie wieder.",
  },
  {
    id: "jahresausgleich",
    label: "Jahresausgleich",
    does: "Nur auf Antrag beim Finanzamt: Pfand bleibt das Jahr über ohne Umsatzsteuer, versteuert wird der Saldo am 31.12. (UStAE 10.1 Abs. 8).",
  },
] as const

const labels: Record<keyof Values, string> = {
  abrechnung_ist: "Eine Abrechnung ist",
  zahlungsziel_tage: "Zahlungsziel in Tagen",
  preise: "Pfandbeträge",
  ust_verfahren: "Umsatzsteuer auf Pfand",
  kleinunternehmer: "Kleinunternehmer nach § 19 UStG",
  einspruchsfrist_tage: "Einspruchsfrist in Tagen",
}

const optionOf = <O extends { id: string }>(options: readonly O[], id: string): O | undefined =>
  options.find((one) => one.id === id)
const words = {
  abrechnung_ist: (id: string) => optionOf(ist, id)?.label ?? id,
  preise: (id: string) => optionOf(preise, id)?.label ?? id,
  ust_verfahren: (id: string) => optionOf(verfahren, id)?.label ?? id,
  kleinunternehmer: (yes: boolean) => (yes ? "Ja" : "Nein"),
}

const valuesOf = ({
  abrechnung_ist,
  zahlungsziel_tage,
  preise: wie,
  ust_verfahren,
  kleinunternehmer,
  einspruchsfrist_tage,
}: Tenant): Values => ({
  abrechnung_ist,
  zahlungsziel_tage,
  preise: wie,
  ust_verfahren,
  kleinunternehmer: kleinunternehmer === 1,
  einspruchsfrist_tage,
})
/** A number that was emptied is refused by the service, at its field. */
const bodyOf = (values: Values) => ({
  ...values,
  kleinunternehmer: values.kleinunternehmer ? 1 : 0,
  einspruchsfrist_tage: values.einspruchsfrist_tage ?? Number.NaN,
  zahlungsziel_tage: values.zahlungsziel_tage ?? Number.NaN,
})

/** Settings of the tax on settlements. */
export function Steuern({ tenant }: { tenant: Tenant }) {
  const { einspruchsfrist_tage: frist, zahlungsziel_tage: ziel } = tenant
  return (
    <Section
      title="Umsatzsteuer und Abrechnung"
      about="Wie Abrechnungen gerechnet werden. Was schon abgerechnet ist, bleibt, wie es ist."
      facts={[
        [labels.abrechnung_ist, <Worded key="i" option={optionOf(ist, tenant.abrechnung_ist)} />],
        ...(tenant.abrechnung_ist === "rechnung"
          ? [["Zahlungsziel", `${ziel} ${ziel === 1 ? "Tag" : "Tage"} nach dem Rechnungsdatum`] as const]
          : []),
        [labels.preise, <Worded key="p" option={optionOf(preise, tenant.preise)} />],
        [labels.ust_verfahren, <Worded key="u" option={optionOf(verfahren, tenant.ust_verfahren)} />],
        [
          labels.kleinunternehmer,
          tenant.kleinunternehmer === 1
            ? "Ja: kein Beleg weist Umsatzsteuer aus, gleich welcher Artikel."
            : "Nein",
        ],
        [
          "Einspruchsfrist",
          `${frist} ${frist === 1 ? "Tag" : "Tage"}; so lange kann ein Kunde einem Saldo widersprechen.`,
        ],
      ]}
      renderEdit={(close) => <Edit tenant={tenant} onClose={close} />}
    >
      <Advice />
    </Section>
  )
}

const Worded = ({ option }: { option: { label: string; does: string } | undefined }) =>
  option && (
    <>
      <strong>{option.label}.</strong> {option.does}
    </>
  )

function Edit({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const form = useTenantForm({ tenant, draft: "steuern", valuesOf, bodyOf, labels, words, onClose })
  return (
    <FormPanel title="Umsatzsteuer und Abrechnung bearbeiten" form={form} onClose={onClose}>
      <Advice />
      <Choice
        label={labels.abrechnung_ist}
        {...form.field("abrechnung_ist")}
        options={ist}
        hint={optionOf(ist, form.values.abrechnung_ist)?.does}
      />
      {form.values.abrechnung_ist === "rechnung" && (
        <CountField
          label={labels.zahlungsziel_tage}
          {...form.field("zahlungsziel_tage")}
          max={365}
          hint="So viele Tage nach ihrem Datum ist eine Rechnung fällig."
        />
      )}
      <Choice
        label={labels.preise}
        {...form.field("preise")}
        options={preise}
        hint={optionOf(preise, form.values.preise)?.does}
      />
      <Choice
        label={labels.ust_verfahren}
        {...form.field("ust_verfahren")}
        options={verfahren}
        hint={optionOf(verfahren, form.values.ust_verfahren)?.does}
      />
      <Toggle label={labels.kleinunternehmer} {...form.field("kleinunternehmer")} />
      {form.values.kleinunternehmer && (
        <p className="muted">
          Abrechnungen weisen ab jetzt keine Umsatzsteuer aus, gleich welcher Artikel; die Einstellungen
          darüber wirken dann nicht.
        </p>
      )}
      <CountField
        label={labels.einspruchsfrist_tage}
        {...form.field("einspruchsfrist_tage")}
        max={365}
        hint="Steht auf Saldenbestätigungen; üblich sind 8 Tage."
      />
    </FormPanel>
  )
}
