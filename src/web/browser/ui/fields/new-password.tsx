import { type ReactNode, useState } from "react"
import { Button } from "../parts/button.tsx"
import { copyText } from "../parts/copy-text.ts"
import { TextField } from "./field.tsx"

const CONSONANTS = "bdfghkmnprstw"
const VOWELS = "aeiou"

/** @returns one of the signs, all equally likely: bytes that would favour the first ones are not used */
function oneOf(signs: string): string {
  const [byte] = crypto.getRandomValues(new Uint8Array(1))
  const fair = 256 - (256 % signs.length)
  return byte === undefined || byte >= fair ? oneOf(signs) : (signs[byte % signs.length] ?? "")
}

/**
 * @returns a password that is easily read aloud, such as `kodapi-wetiro-4927`: syllables and digits, none of which look
 *   alike; one of about 2⁴⁸
 */
function proposePassword(): string {
  const word = (): string => Array.from({ length: 3 }, () => oneOf(CONSONANTS) + oneOf(VOWELS)).join("")
  const digits = Array.from({ length: 4 }, () => oneOf("23456789")).join("")
  return `${word()}-${word()}-${digits}`
}

type Props = {
  /** The form that it belongs to: another password clears the fault of the one before. */
  form: { set: (values: object, inFaults: string[]) => void }
  label: string
  name: string
  value: string
  onChange: (password: string) => void
  hint: string
  autoFocus?: boolean
  /** Shown below it while the password is hidden. */
  whileHidden?: ReactNode
}

/**
 * A new password, for oneself or somebody else, which can be shown, proposed and copied. It is not among the values of its
 * form, as no draft may keep it.
 */
export function NewPassword(props: Props) {
  const { form, onChange: keep, whileHidden, ...field } = props
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
      {!isShown && whileHidden}
    </>
  )
}

type FirstProps = Omit<Props, "label" | "hint">

/** The password that somebody else chooses for a new account. */
export const FirstPassword = (props: FirstProps) => (
  <NewPassword
    {...props}
    label="Erstes Passwort"
    hint="Mindestens 6 Zeichen. Die Person ändert es nach der ersten Anmeldung unter „Eigenes Konto“."
  />
)
