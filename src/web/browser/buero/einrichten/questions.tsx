import { Button } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import type { Checked, Reading } from "./kinds.ts"

type Props = {
  checked: Pick<Checked, "fragen" | "blatt" | "blaetter">
  reading: Reading
  read: (reading: Reading) => void
  busy: boolean
}

/** Sheet of the file that is read, and what else the file leaves open. */
export function Questions({ checked: { fragen, blatt, blaetter }, reading, read, busy }: Props) {
  const open = fragen.filter(({ feld }) => feld !== "blatt" || blaetter.length < 2)
  const isSheetOpen = fragen.some(({ feld }) => feld === "blatt")
  return (
    <>
      {blaetter.length > 1 && (
        <div className="sheet">
          <Choice
            label="Blatt der Excel-Datei"
            hint={isSheetOpen ? "Mehrere Blätter passen: bitte das gemeinte wählen" : undefined}
            value={isSheetOpen ? "" : (blatt ?? "")}
            onChange={(name) => name !== "" && read({ ...reading, blatt: name })}
            options={blaetter.map((name) => ({ id: name, label: name }))}
            isDisabled={busy}
          />
        </div>
      )}
      {open.map(({ feld, frage, antworten }) => (
        <fieldset key={feld} className="question">
          <legend>{frage}</legend>
          <div className="answers">
            {antworten.map(({ wert, text }) => (
              <Button key={wert} isDisabled={busy} onPress={() => read({ ...reading, [feld]: wert })}>
                {text}
              </Button>
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}
