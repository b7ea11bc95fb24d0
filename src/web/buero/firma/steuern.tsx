import { Choice, CountField } from "../../ui/field.tsx"
import { FormPanel } from "../../ui/edit-panel.tsx"
import { Section } from "./section.tsx"
import { Advice } from "../../ui/advice.tsx"
import { type Tenant, useTenantForm } from "./tenant.ts"

type Values = {
  preise: Tenant["preise"]
  ust_verfahren: Tenant["ust_verfahren"]
  einspruchsfrist_tage: number | null
}

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
  preise: "Pfandbeträge",
  ust_verfahren: "Umsatzsteuer auf Pfand",
  einspruchsfrist_tage: "Einspruchsfrist in Tagen",
}

const optionOf = <O extends { id: string }>(options: readonly O[], id: string): O | undefined =>
  options.find((one) => one.id === id)
const words = {
  preise: (id: string) => optionOf(preise, id)?.label ?? id,
  ust_verfahren: (id: string) => optionOf(verfahren, id)?.label ?? id,
}

const valuesOf = ({ preise: wie, ust_verfahren, einspruchsfrist_tage }: Tenant): Values => ({
  preise: wie,
  ust_verfahren,
  einspruchsfrist_tage,
})
/** A number that was emptied is refused by the service, at its field. */
const bodyOf = (values: Values) => ({
  ...values,
  einspruchsfrist_tage: values.einspruchsfrist_tage ?? Number.NaN,
})

/** How settlements are reckoned. */
export function Steuern({ tenant }: { tenant: Tenant }) {
  const frist = tenant.einspruchsfrist_tage
  return (
    <Section
      title="Umsatzsteuer und Abrechnung"
      about="Wie Abrechnungen gerechnet werden. Was schon abgerechnet ist, bleibt, wie es ist."
      facts={[
        [labels.preise, <Worded key="p" option={optionOf(preise, tenant.preise)} />],
        [labels.ust_verfahren, <Worded key="u" option={optionOf(verfahren, tenant.ust_verfahren)} />],
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
      <CountField
        label={labels.einspruchsfrist_tage}
        {...form.field("einspruchsfrist_tage")}
        max={365}
        hint="Steht auf Saldenbestätigungen; üblich sind 8 Tage."
      />
    </FormPanel>
  )
}
