import { type Answer, call } from "../../ui/api/call.ts"
import { ApiFault } from "../../ui/api/fault.ts"
import { TextField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { moment } from "../../ui/values/format.ts"

/** What is known of whether the mail server takes anything. */
export type Tried = { takes: boolean; text: string }

/** Of a mail server that was entered just now. */
export const UNTRIED: Tried = {
  takes: false,
  text: "Dieser Mailserver ist noch nicht geprobt: Bitte „Probe senden …“.",
}

type Props = {
  versand: Answer<"get", "/api/versand">
  /** Called with what came of it, for the state beside the settings. */
  told: (tried: Tried) => void
  onClose: () => void
}

/** What to do where the mail server takes nothing. */
const adviceOf = ({ mailserver }: Props["versand"]): string =>
  mailserver
    ? "Bitte unter „Eigener Mailserver …“ Server, Port, Benutzer, Passwort und Absender vergleichen, danach noch einmal proben."
    : "Es ist der Mailserver des Betreibers: Bitte ihn verständigen."

/** The end of a sentence, which servers often leave out. */
const sentence = (text: string): string => text.replace(/[^.!?]$/, "$&.")

/** Sends an e-mail at once. The server's refusal stands in the form, and beside the settings when the form is closed. */
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
      onClose()
    },
  })
  // Nothing of it is to be stored, nor said to be kept.
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
