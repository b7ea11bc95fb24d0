import { useState } from "react"
import { Button } from "../parts/button.tsx"
import { copyText } from "../parts/copy-text.ts"
import { proposePassword } from "../values/password.ts"
import { TextField } from "./field.tsx"

type Props = {
  /** Of the form that it belongs to: what was said of an earlier one no longer holds */
  form: { set: (values: object, inFaults: string[]) => void }
  label: string
  name: string
  value: string
  onChange: (password: string) => void
  hint: string
  autoFocus?: boolean
}

/** A password that is chosen for somebody else: it can be seen, proposed and copied, as it is told to them. Not among a form's values: no draft may keep it. */
export function NewPassword(props: Props) {
  const { form, onChange: keep, ...field } = props
  const { name, value } = field
  const [isShown, setShown] = useState(false)
  const onChange = (next: string): void => {
    keep(next)
    form.set({}, [name])
  }
  const propose = (): void => {
    onChange(proposePassword())
    setShown(true)
  }
  const copy = async (): Promise<void> => {
    if (!(await copyText(value, "Das Passwort ist kopiert"))) setShown(true)
  }
  return (
    <>
      <TextField
        {...field}
        onChange={onChange}
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        isRequired
      />
      <p className="beside-field">
        <Button look="quiet" onPress={() => setShown(!isShown)}>
          {isShown ? "Verbergen" : "Zeigen"}
        </Button>
        <Button look="quiet" onPress={propose}>
          Vorschlagen
        </Button>
        {value !== "" && (
          <Button look="quiet" icon="copy" onPress={() => void copy()}>
            Kopieren
          </Button>
        )}
      </p>
    </>
  )
}
