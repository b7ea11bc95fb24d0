import type { ReactNode } from "react"
import { FieldError, Text } from "react-aria-components"
import { unbroken } from "../values/format.ts"
import { useFault, useTold } from "./faults.tsx"

/** Properties of every field. `name` is its path in the faults of the service, such as `positionen[0].menge`. */
export type FieldProps<T> = {
  label: string
  name?: string
  value: T
  onChange: (value: T) => void
  /** Help while typing. */
  hint?: ReactNode
  isRequired?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
}

/** @returns attributes of every field, which also mark a faulty one. @param fault found by the field itself */
export function useFieldFrame(name: string | undefined, fault?: string | undefined) {
  return {
    className: "field",
    isInvalid: (useFault(name) ?? fault) !== undefined,
    "data-field": name,
    validationBehavior: "aria" as const,
  }
}

type BelowProps = {
  hint?: ReactNode
  name: string | undefined
  /** Fault found by the field itself. */
  fault?: string | undefined
}

/** Below a field: its hint and its fault. */
export function Below({ hint, name, fault }: BelowProps) {
  const told = useTold(name)
  return (
    <>
      {hint && (
        <Text slot="description" className="hint">
          {typeof hint === "string" ? unbroken(hint) : hint}
        </Text>
      )}
      <FieldError className="fault">{unbroken(fault ?? told ?? "") || undefined}</FieldError>
      {told === "" && !fault && (
        <span className="fault mended" aria-hidden="true">
          &nbsp;
        </span>
      )}
    </>
  )
}
