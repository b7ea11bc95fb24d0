import { useState } from "react"
import { bereicheOnlyRead, bereichInWords } from "../../../../lib/arten.ts"
import { programmfelder } from "../../../../lib/felder/programmzugang.ts"
import { type Answer, call, type Input } from "../../ui/api/call.ts"
import { DateField, TextField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { shifted, today } from "../../ui/values/format.ts"
import { Secret } from "./secret.tsx"

type Body = Input<"post", "/api/programmzugaenge">["body"]
type Recht = Body["rechte"][number]
type Bereich = keyof typeof bereichInWords
type Values = { name: string; gueltig_bis: string; rechte: Recht[] }

const bereiche = Object.entries(bereichInWords) as [Bereich, string][]

/** Creates a program's access with its rights and last day, and shows its key once. */
export function NewZugang({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Answer<"post", "/api/programmzugaenge">>()
  const form = useForm<Values, Answer<"post", "/api/programmzugaenge">>({
    draft: "programme/neu",
    initial: { name: "", gueltig_bis: shifted(today(), 365), rechte: [] },
    save: (values, id) => call("post", "/api/programmzugaenge", { body: { id, ...values } }),
    saved: setMade,
  })
  if (made)
    return (
      <Secret
        title={`Der Schlüssel für ${made.name}`}
        secret={made.schluessel}
        advice="Bitte jetzt in das Programm eintragen: Er steht nur hier und nur dieses eine Mal. Wer ihn hat, darf, was dieses Programm darf."
        lost="Der Zugang war schon angelegt, sein Schlüssel wird nicht noch einmal gezeigt. Bitte ihn widerrufen und einen neuen anlegen."
        onClose={onClose}
      />
    )
  const { rechte } = form.values
  const turn = (recht: Recht): void =>
    form.set({ rechte: rechte.includes(recht) ? rechte.filter((one) => one !== recht) : [...rechte, recht] })
  return (
    <FormPanel title="Zugang anlegen" action="Anlegen" form={form} onClose={() => form.busy || onClose()}>
      <TextField
        label={programmfelder.name.label}
        {...form.field("name")}
        maxLength={programmfelder.name.max}
        hint="Unter diesem Namen steht im Protokoll, was es tut"
        isRequired
        autoFocus
      />
      <DateField
        label={programmfelder.gueltig_bis.label}
        {...form.field("gueltig_bis")}
        onChange={(day) => day && form.set({ gueltig_bis: day })}
        hint="Danach braucht es einen neuen Schlüssel"
        isRequired
      />
      <fieldset className="rights" data-field="rechte">
        <legend>Rechte</legend>
        {form.faults["rechte"] && <p role="alert">Bitte mindestens ein Recht wählen</p>}
        <table>
          <thead>
            <tr>
              <th scope="col">Bereich</th>
              <th scope="col">Lesen</th>
              <th scope="col">Schreiben</th>
            </tr>
          </thead>
          <tbody>
            {bereiche.map(([bereich, words]) => (
              <tr key={bereich}>
                <th scope="row">{words}</th>
                {(["lesen", "schreiben"] as const).map((way) => (
                  <td key={way}>
                    {(way === "lesen" || !bereicheOnlyRead.has(bereich)) && (
                      <input
                        type="checkbox"
                        aria-label={`${words} ${way}`}
                        checked={rechte.includes(`${bereich}.${way}` as Recht)}
                        onChange={() => turn(`${bereich}.${way}` as Recht)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </fieldset>
    </FormPanel>
  )
}
