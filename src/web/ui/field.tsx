import {
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField,
  Popover,
  Select,
  SelectValue,
  Switch,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from "react-aria-components"
import { Below, type Common, useWrong } from "./field-parts.tsx"
import { Icon } from "./icons.tsx"

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

type Option<T extends string> = { id: T; label: string }
type ChoiceProps<T extends string> = Common<T> & {
  options: readonly Option<T>[]
  /** Without its label in sight, as among filters. */
  bare?: boolean
}

/** One of a few. */
export function Choice<T extends string>({
  label,
  hint,
  value,
  onChange,
  options,
  bare,
  ...props
}: ChoiceProps<T>) {
  return (
    <Select
      {...props}
      {...useWrong(props.name)}
      className="field"
      value={value}
      onChange={(key) => onChange(key as T)}
      aria-label={bare ? label : undefined}
    >
      {!bare && <Label>{label}</Label>}
      <Button className="input choice">
        <SelectValue />
        <Icon name="down" />
      </Button>
      <Below hint={hint} name={props.name} />
      <Popover className="popover">
        <ListBox items={options} className="options">
          {({ id, label: text }) => <ListBoxItem id={id}>{text}</ListBoxItem>}
        </ListBox>
      </Popover>
    </Select>
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
