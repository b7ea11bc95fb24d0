import { useState } from "react"
import type { Aufnahme } from "../phone/deeds.ts"
import { Button } from "../teile/button.tsx"
import { Field } from "../teile/field.tsx"
import { PhotoButton } from "../teile/photo-button.tsx"
import { signOfGrund } from "../teile/kinds.ts"
import { Sheet } from "../teile/sheet.tsx"

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
      <PhotoButton label="Foto als Beweis" art="beweis" taken={photograph} />
      <div className="gruende">
        {gruende.map((grund) => (
          <Button key={grund} sign={signOfGrund(grund)} label={grund} tap={() => fail(grund)} />
        ))}
      </div>
      <Field label="Anderer Grund" most={500} value={words} change={setWords} />
      {words.trim() !== "" && (
        <Button kind="haupt" label={`Melden: ${words.trim()}`} tap={() => fail(words.trim())} />
      )}
    </Sheet>
  )
}
