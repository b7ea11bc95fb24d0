import type { ReactNode } from "react"
import { FieldError, Text } from "react-aria-components"
import { useFault } from "./faults.tsx"

/** What every field takes. `name` is the path of the interface's faults, such as `positionen[0].menge`. */
export type Common<T> = {
  label: string
  name?: string
  value: T
  onChange: (value: T) => void
  /** What to know while typing. */
  hint?: ReactNode
  isRequired?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
}

/** What marks a field that something is wrong with. */
export function useWrong(name: string | undefined) {
  return { isInvalid: useFault(name) !== undefined, "data-field": name, validationBehavior: "aria" as const }
}

type BelowProps = {
  hint?: ReactNode
  name: string | undefined
  /** What the field itself found wrong. */
  fault?: string
}

/** Below a field: what to know, and what is wrong. */
export function Below({ hint, name, fault }: BelowProps) {
  const told = useFault(name)
  return (
    <>
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="fault">{fault ?? told}</FieldError>
    </>
  )
}
