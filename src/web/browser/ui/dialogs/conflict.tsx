import { useState } from "react"
import { Radio, RadioGroup } from "react-aria-components"
import { Button } from "../parts/button.tsx"
import { Dialog } from "./dialog.tsx"

/** Names of fields for people, and how values other than text are written. */
export type Wording<V> = {
  labels: Partial<Record<keyof V, string>>
  words?: Partial<{ [K in keyof V]: (value: V[K]) => string }>
}

type Props<V extends object> = Wording<V> & {
  /** The merged values; in the fields that are asked about, mine. */
  values: V
  theirs: V
  asked: (keyof V & string)[]
  choose: (chosen: V) => void
  /** Closes without a decision: the next attempt to save asks again. */
  close: () => void
}

function shown(value: unknown): string {
  if (typeof value === "boolean") return value ? "ja" : "nein"
  return value === null || value === "" ? "(leer)" : String(value)
}

/** Two people changed the same fields since the record was read: shows mine beside theirs, field by field. */
export function Conflict<V extends object>(props: Props<V>) {
  const { values: mine, theirs, asked, labels, words, choose, close } = props
  const [taken, setTaken] = useState<Partial<Record<keyof V, "mine" | "theirs">>>({})
  const take = (): void => {
    const given = asked.filter((name) => taken[name] === "theirs").map((name) => [name, theirs[name]])
    choose({ ...mine, ...Object.fromEntries(given) })
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
      {asked.map((name) => (
        <RadioGroup
          key={name}
          className="versus"
          value={taken[name] ?? "mine"}
          onChange={(value) => setTaken({ ...taken, [name]: value as "mine" | "theirs" })}
          aria-label={labels[name] ?? name}
        >
          <span className="label">{labels[name] ?? name}</span>
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
    </Dialog>
  )
}
