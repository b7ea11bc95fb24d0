import { type Answer, call } from "../../ui/api/call.ts"
import { ApiFault } from "../../ui/api/fault.ts"
import { TextField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { moment } from "../../ui/values/format.ts"

/** Whether the mail server accepted an e-mail. */
export type Tried = { takes: boolean; text: string }

/** State of a mail server that was entered just now. */
export const UNTRIED: Tried = {
  takes: false,
  text: "Dieser Mailserver ist noch nicht geprobt: Bitte „Probe senden …“.",
}

type Props = {
  versand: Answer<"get", "/api/versand">
  /** Called with the outcome, which is shown beside the settings. */
  told: (tried: Tried) => void
  onClose: () => void
}

/** What to do where the mail server takes nothing. */
const adviceOf = ({ mailserver }: Props["versand"]): string =>
  mailserver
    ? "Bitte unter „Eigener Mailserver …“ Server, Port, Benutzer, Passwort und Absender vergleichen, danach noch einmal proben."
    : "Es ist der Mailserver des Betreibers: Bitte ihn verständigen."

/** @returns the text with a full stop, which servers often leave out */
const sentence = (text: string): string => text.replace(/[^.!?]$/, "$&.")

/** Sends a test e-mail at once. A refusal is shown in the form, and beside the settings. */
export function Probe({ versand, told, onClose }: Props) {
  const form = useForm<{ an: string }, Answer<"post", "/api/versand/probe">>({
    draft: "firma/probe",
    initial: { an: "" },
    save: async ({ an }) => {
      const answer = await call("post", "/api/versand/probe", { body: { an } })
      const when = moment(new Date().toISOString())
      if (answer.angenommen) {
        told({ takes: true, text: `Angenommen am ${when}.` })
        return answer
      }
      const why = `${sentence(answer.meldung)} ${adviceOf(versand)}`
      told({ takes: false, text: `Nicht angenommen am ${when}: ${why}` })
      throw new ApiFault(502, `Nicht angenommen: ${why}`, [])
    },
    saved: ({ meldung }) => {
      toast(`Angenommen: ${meldung}`)
    },
    leave: onClose,
  })
  // No draft is to be kept of it.
  const close = (): void => {
    form.reset()
    onClose()
  }
  return (
    <FormPanel title="Probe senden" form={form} action="Senden" onClose={close}>
      <TextField label="An" type="email" isRequired {...form.field("an")} />
    </FormPanel>
  )
}
