import { useState } from "react"
import type { Aufnahme } from "../phone/deeds.ts"
import { PhotoButton } from "../teile/photo-button.tsx"
import { signOfGrund } from "../teile/kinds.ts"
import { Sheet } from "../teile/sheet.tsx"
import { Sign } from "../teile/sign.tsx"

type Props = {
  gruende: string[]
  close: () => void
  fail: (grund: string) => Promise<void>
  photograph: (foto: Aufnahme) => Promise<unknown>
}

/** Why it could not be done: one tap, or a few words. A photo comes first, as a tapped reason closes the sheet. */
export function Failure({ gruende, close, fail, photograph }: Props) {
  const [words, setWords] = useState("")
  return (
    <Sheet title="Warum geht es nicht?" close={close}>
      <PhotoButton label="Foto als Beweis" taken={(foto) => photograph({ ...foto, art: "beweis" })} />
      <div className="gruende">
        {gruende.map((grund) => (
          <button key={grund} type="button" className="taste" onClick={() => void fail(grund)}>
            <Sign name={signOfGrund(grund)} />
            {grund}
          </button>
        ))}
      </div>
      <label className="feld">
        Anderer Grund
        <input maxLength={500} value={words} onChange={({ target }) => setWords(target.value)} />
      </label>
      {words.trim() !== "" && (
        <button type="button" className="taste haupt" onClick={() => void fail(words.trim())}>
          Melden: {words.trim()}
        </button>
      )}
    </Sheet>
  )
}
