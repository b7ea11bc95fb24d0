import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react"
import { messageOf } from "./api/fault.ts"
import { Conflict } from "./conflict.tsx"
import { Faults, type Faulty } from "./faults.tsx"
import { Icon } from "./icons.tsx"
import type { FormState } from "./use-form.ts"

export { useForm } from "./use-form.ts"
export type { FormState } from "./use-form.ts"

type FormProps<V extends object> = {
  form: FormState<V>
  children: ReactNode
  className?: string
  label?: string
}

const FIRST = ["[aria-invalid=true]", "[data-invalid] button", "[role=alert]"]

/** Sends with Enter and with Strg+Enter; what is wrong stands at its field, and the first one gets the focus. */
export function Form<V extends object>({ form, children, className = "form", label }: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const [unshown, setUnshown] = useState("")
  const { problem, faults } = form
  const tell = useEffectEvent(() => {
    setUnshown(unshownOf(faults, element.current))
    FIRST.map((wrong) => element.current?.querySelector<HTMLElement>(wrong))
      .find(Boolean)
      ?.focus()
  })
  useEffect(() => {
    if (problem) tell()
  }, [problem])
  useEffect(() => {
    const box = element.current
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      takeUp(event.target)
      // When the field has taken up what was typed.
      setTimeout(() => box?.requestSubmit())
    }
    box?.addEventListener("keydown", listen)
    return () => box?.removeEventListener("keydown", listen)
  }, [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void form.send()
  }
  return (
    <form ref={element} className={className} aria-label={label} onSubmit={submit} noValidate>
      {problem && (
        <p className="problem" role="alert" tabIndex={-1}>
          <Icon name="warning" />
          <span>
            {messageOf(problem)} {unshown}
          </span>
        </p>
      )}
      <Faults value={faults}>{children}</Faults>
      {form.conflict && <Conflict {...form.conflict} />}
    </form>
  )
}

/** A field for figures reads what was typed when it is left, and with Enter alone. */
function takeUp(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement) || field.inputMode === "") return
  field.blur()
  field.focus()
}

/** Faults of fields that this form does not show must not be silent. */
const unshownOf = (faults: Faulty, form: HTMLFormElement | null): string =>
  Object.entries(faults)
    .filter(([path]) => !form?.querySelector(`[data-field="${CSS.escape(path)}"]`))
    .map(([path, msg]) => `${path} ${msg}`)
    .join(", ")
