import { useState } from "react"
import { ereignisartInWords } from "../../../../lib/ereignisarten.ts"
import { webhookfelder } from "../../../../lib/felder/webhook.ts"
import { type Answer, call, type Input } from "../../ui/api/call.ts"
import { TextField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { areas, WebhookSecret } from "./webhook-words.tsx"

type Art = Input<"post", "/api/webhooks">["body"]["arten"][number]
type Made = Answer<"post", "/api/webhooks">
type Values = { name: string; adresse: string; arten: Art[] }

const all = Object.keys(ereignisartInWords) as Art[]
const within = (area: string): Art[] => all.filter((art) => art.startsWith(`${area}.`))

/** Creates a webhook, and shows its secret once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made>()
  const form = useForm<Values, Made>({
    draft: "programme/webhook",
    initial: { name: "", adresse: "", arten: all },
    save: (values, id) => call("post", "/api/webhooks", { body: { id, ...values } }),
    saved: setMade,
  })
  if (made) return <WebhookSecret webhook={made} onClose={onClose} />
  const { arten } = form.values
  const turn = (area: string): void => {
    const own = within(area)
    const others = arten.filter((art) => !own.includes(art))
    form.set({ arten: others.length === arten.length ? [...arten, ...own] : others })
  }
  return (
    <FormPanel title="Empfänger anlegen" action="Anlegen" form={form} onClose={() => form.busy || onClose()}>
      <TextField
        label={webhookfelder.name.label}
        {...form.field("name")}
        maxLength={webhookfelder.name.max}
        isRequired
        autoFocus
      />
      <TextField
        label={webhookfelder.adresse.label}
        {...form.field("adresse")}
        maxLength={webhookfelder.adresse.max}
        hint="Beginnt mit https://; was von jetzt an geschieht, wird dorthin gesendet"
        isRequired
      />
      <fieldset className="kinds" data-field="arten">
        <legend>Was gesendet wird</legend>
        {form.faults["arten"] && <p role="alert">Bitte mindestens eines wählen</p>}
        {Object.entries(areas).map(([area, words]) => (
          <label key={area}>
            <input
              type="checkbox"
              checked={within(area).some((art) => arten.includes(art))}
              onChange={() => turn(area)}
            />
            {words}
          </label>
        ))}
      </fieldset>
    </FormPanel>
  )
}
