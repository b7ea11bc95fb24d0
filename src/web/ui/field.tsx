import {
  Input,
  Label,
  NumberField,
  Switch,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from "react-aria-components"
import { Below, type Common, useWrong } from "./field-parts.tsx"

export { Choice } from "./choice.tsx"
export { DateField, TimeField } from "./date-field.tsx"

type TextProps = Common<string> &
  Pick<TextFieldProps, "type" | "autoComplete" | "inputMode" | "maxLength"> & {
    lines?: number
    placeholder?: string
  }

/** Text; with `lines` over several. */
export function TextField({ label, hint, lines, placeholder, ...props }: TextProps) {
  return (
    <AriaTextField {...props} {...useWrong(props.name)} className="field">
      <Label>{label}</Label>
      {lines ? <TextArea rows={lines} /> : <Input placeholder={placeholder} />}
      <Below hint={hint} name={props.name} />
    </AriaTextField>
  )
}

type NumberProps = Common<number | null> & {
  min?: number
  max?: number
  /** Without its label in sight, as in a table. */
  bare?: boolean
}

/** A whole number. @param props.grouped false for what is no amount, such as the number of an account */
export function CountField({
  label,
  hint,
  value,
  onChange,
  min = 0,
  max = 100_000,
  grouped = true,
  bare,
  ...props
}: NumberProps & { grouped?: boolean }) {
  return (
    <NumberField
      {...props}
      {...useWrong(props.name)}
      className="field"
      aria-label={bare ? label : undefined}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      minValue={min}
      maxValue={max}
      formatOptions={{ maximumFractionDigits: 0, useGrouping: grouped }}
    >
      {!bare && <Label>{label}</Label>}
      <Input className="figures" />
      <Below hint={hint} name={props.name} />
    </NumberField>
  )
}

/** Money, typed as `12,50` and kept in cents. */
export function MoneyField({
  label,
  hint,
  value,
  onChange,
  min = 0,
  max = 10_000_000,
  bare,
  ...props
}: NumberProps) {
  return (
    <NumberField
      {...props}
      {...useWrong(props.name)}
      className="field"
      aria-label={bare ? label : undefined}
      value={value === null ? Number.NaN : value / 100}
      onChange={(next) => onChange(Number.isNaN(next) ? null : Math.round(next * 100))}
      minValue={min}
      maxValue={max}
      formatOptions={{ style: "currency", currency: "EUR" }}
    >
      {!bare && <Label>{label}</Label>}
      <Input className="figures" />
      <Below hint={hint} name={props.name} />
    </NumberField>
  )
}

/** On or off. */
export function Toggle({ label, value, onChange, isDisabled }: Common<boolean>) {
  return (
    <Switch className="toggle" isSelected={value} onChange={onChange} isDisabled={isDisabled}>
      <span className="track" aria-hidden="true" />
      {label}
    </Switch>
  )
}
