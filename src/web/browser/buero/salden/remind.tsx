import { useLocation } from "wouter"
import { Choice, CountField, DateField, Toggle } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { type Auftrag, order } from "../../ui/records/job.tsx"
import { firstNames } from "../../ui/values/first-names.ts"
import { pieces } from "../../ui/values/format.ts"
import { HOW_OLD, OLD, reminderOf, type Tone, tones } from "../../ui/values/reminders.ts"

type Props = {
  /** Who is reminded. */
  kunden: readonly { kunde_id: string; name: string }[]
  /** Smallest age in days, proposed in the form. */
  ab_tagen: number
  onClose: () => void
}
type Values = {
  stufe: Tone
  frist: string | null
  ab_tagen: number | null
  nur_leergut: boolean
}

/** Panel that starts a job: a reminder for each chosen customer. */
export function Remind({ kunden, ab_tagen: least, onClose }: Props) {
  const [, navigate] = useLocation()
  const ids = kunden.map(({ kunde_id }) => kunde_id)
  const form = useForm<Values, Auftrag>({
    draft: `salden/erinnern ${ids.join(" ")}`,
    initial: { stufe: "1", frist: null, ab_tagen: least, nur_leergut: false },
    save: ({ ab_tagen, ...values }, id) => {
      const body = { kunden: ids, ...reminderOf(values), ...(ab_tagen !== null && { ab_tagen }) }
      return order("erinnerungen", body, id)
    },
    leave: ({ id }) => navigate(`/belege/druck?auftrag=${id}`),
  })
  const names = firstNames(kunden.map(({ name }) => name))
  return (
    <FormPanel
      title={`${kunden.length === 1 ? names : `${pieces(kunden.length)} Kunden`} erinnern`}
      label="Erinnern"
      form={form}
      action={kunden.length === 1 ? "Brief als PDF erstellen" : "Briefe als PDF erstellen"}
      onClose={onClose}
    >
      {kunden.length > 1 && <p className="muted">{names}</p>}
      <Choice label="Ton" options={tones} {...form.field("stufe")} />
      <CountField
        label={HOW_OLD}
        hint={`Leer: ${OLD} Tage. Wer nichts so lange hat, bekommt keinen Brief.`}
        max={3650}
        {...form.field("ab_tagen")}
      />
      <DateField label="Rückgabe bis" hint="Leer: in 14 Tagen" {...form.field("frist")} />
      <Toggle label="Nur an Leergut, nicht an Geräte" {...form.field("nur_leergut")} />
      <p className="muted">Verschickt wird nichts von selbst.</p>
    </FormPanel>
  )
}
