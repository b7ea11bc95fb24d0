import { useState } from "react"
import { Radio, RadioGroup } from "react-aria-components"
import { Button } from "../parts/button.tsx"
import { Dialog } from "./dialog.tsx"

/** Names of fields for people, and words for values that are more than text. */
export type Wording<V> = {
  labels: Partial<Record<keyof V, string>>
  words?: Partial<{ [K in keyof V]: (value: V[K]) => string }>
}

type Props<V extends object> = Wording<V> & {
  mine: V
  theirs: V
  choose: (chosen: V) => void
  /** Closes without a decision; the next saving asks again. */
  close: () => void
}

function shown(value: unknown): string {
  if (typeof value === "boolean") return value ? "ja" : "nein"
  return value === null || value === "" ? "(leer)" : String(value)
}

/** Somebody else stored another version meanwhile: mine beside theirs, field by field. */
export function Conflict<V extends object>({ mine, theirs, labels, words, choose, close }: Props<V>) {
  const names = (Object.keys(labels) as (keyof V & string)[]).filter(
    (name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]),
  )
  const [taken, setTaken] = useState<Partial<Record<keyof V, "mine" | "theirs">>>({})
  const take = (): void => {
    const chosen = names.map((name) => [name, taken[name] === "theirs" ? theirs[name] : mine[name]])
    choose({ ...theirs, ...Object.fromEntries(chosen) })
  }
  return (
    <Dialog
      title="Inzwischen hat jemand anderes gespeichert"
      isOpen
      onClose={close}
      role="alertdialog"
      actions={
        <Button look="primary" onPress={take}>
          Auswahl übernehmen
        </Button>
      }
    >
      <p>
        Bitte je Feld wählen, was gelten soll. Gespeichert wird danach mit einem weiteren Klick auf Speichern.
      </p>
      {names.map((name) => (
        <RadioGroup
          key={name}
          className="versus"
          value={taken[name] ?? "mine"}
          onChange={(value) => setTaken({ ...taken, [name]: value as "mine" | "theirs" })}
          aria-label={labels[name]}
        >
          <span className="label">{labels[name]}</span>
          <Radio value="mine">
            <small>Meins</small>
            {shown(words?.[name]?.(mine[name]) ?? mine[name])}
          </Radio>
          <Radio value="theirs">
            <small>Gespeichert</small>
            {shown(words?.[name]?.(theirs[name]) ?? theirs[name])}
          </Radio>
        </RadioGroup>
      ))}
      {names.length === 0 && <p>Die Angaben stimmen überein.</p>}
    </Dialog>
  )
}
