import { useState } from "react"
import { Button } from "../parts/button.tsx"
import { toast } from "../parts/toast.tsx"
import { proposePassword } from "../values/password.ts"
import { TextField } from "./field.tsx"

type Props = {
  label: string
  name: string
  value: string
  onChange: (password: string) => void
  hint: string
  autoFocus?: boolean
}

/** A password that is chosen for somebody else: it can be seen, proposed and copied, as it is told to them. */
export function NewPassword(props: Props) {
  const { value, onChange } = props
  const [isShown, setShown] = useState(false)
  const propose = (): void => {
    onChange(proposePassword())
    setShown(true)
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      toast("Das Passwort ist kopiert")
    } catch {
      setShown(true)
      toast("Kopieren ging nicht: bitte markieren und kopieren", { bad: true })
    }
  }
  return (
    <>
      <TextField {...props} type={isShown ? "text" : "password"} autoComplete="new-password" isRequired />
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
