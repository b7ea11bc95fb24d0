import { useState } from "react"
import type { Draft } from "./form.ts"
import type { Change } from "../phone/draft.ts"
import { Sign } from "../teile/sign.tsx"
import { Signature } from "./signature.tsx"

type Props = { draft: Draft; change: Change<Draft> }

/** The recipient's name and signature. */
export function Receipt({ draft, change }: Props) {
  const [signs, setSigns] = useState(false)
  return (
    <section>
      <h2>Empfangen</h2>
      <label className="feld">
        Name
        <input
          autoComplete="off"
          maxLength={200}
          value={draft.empfaenger_name}
          onChange={({ target }) => change({ ...draft, empfaenger_name: target.value })}
        />
      </label>
      {draft.unterschrift && <img className="unterschrift" src={draft.unterschrift} alt="Unterschrift" />}
      <button type="button" className="taste" onClick={() => setSigns(true)}>
        <Sign name="stift" />
        {draft.unterschrift ? "Neu unterschreiben" : "Unterschreiben"}
      </button>
      <label className="feld">
        Notiz
        <textarea
          rows={2}
          maxLength={2000}
          value={draft.notiz}
          onChange={({ target }) => change({ ...draft, notiz: target.value })}
        />
      </label>
      {signs && (
        <Signature
          close={() => setSigns(false)}
          signed={(unterschrift) => {
            change({ ...draft, unterschrift })
            setSigns(false)
          }}
        />
      )}
    </section>
  )
}
