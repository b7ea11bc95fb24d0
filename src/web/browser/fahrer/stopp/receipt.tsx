import { quittungsfelder } from "../../../../lib/felder/quittung.ts"
import { useState } from "react"
import { Button } from "../parts/button.tsx"
import type { Draft } from "./form.ts"
import type { ChangeDraft } from "../phone/draft.ts"
import { Field } from "../parts/field.tsx"
import { Signature } from "./signature.tsx"

const { empfaenger_name: name, notiz: note } = quittungsfelder

type Props = { draft: Draft; change: ChangeDraft<Draft> }

/** The recipient's name and signature. */
export function Receipt({ draft, change }: Props) {
  const [signs, setSigns] = useState(false)
  return (
    <section>
      <h2>Wer hat es angenommen?</h2>
      <Field
        label="Name"
        most={name.max}
        value={draft.empfaenger_name}
        change={(empfaenger_name) => change({ empfaenger_name })}
        autoComplete="off"
      />
      {draft.unterschrift && <img className="unterschrift" src={draft.unterschrift} alt="Unterschrift" />}
      <Button
        sign="stift"
        label={draft.unterschrift ? "Neu unterschreiben" : "Unterschreiben"}
        tap={() => setSigns(true)}
      />
      <Field
        label="Notiz"
        rows={2}
        most={note.max}
        value={draft.notiz}
        change={(notiz) => change({ notiz })}
      />
      {signs && (
        <Signature
          close={() => setSigns(false)}
          signed={(unterschrift) => {
            change({ unterschrift })
            setSigns(false)
          }}
        />
      )}
    </section>
  )
}
