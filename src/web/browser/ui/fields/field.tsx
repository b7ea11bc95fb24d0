import { type ComponentProps, useId } from "react"
import {
  Input,
  Label,
  Switch,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from "react-aria-components"
import type { Limits } from "../../../../lib/figures.ts"
import { count, type FigureKind, type FigureProps, money, useFigure } from "../values/figure.ts"
import { Below, type FieldProps, useFieldFrame } from "./field-parts.tsx"
import { unprintableIn } from "../parts/unprintable.tsx"

export { Choice } from "./choice.tsx"
export { DateField, TimeField } from "./date-field.tsx"

type TextProps = FieldProps<string> &
  Pick<TextFieldProps, "type" | "autoComplete" | "inputMode" | "maxLength"> & {
    lines?: number
    placeholder?: string
  }

/** Text; with `lines` over several. */
export function TextField({ label, hint, lines, placeholder, ...props }: TextProps) {
  return (
    <AriaTextField {...props} {...useFieldFrame(props.name)}>
      <Label>{label}</Label>
      {lines ? <TextArea rows={lines} /> : <Input placeholder={placeholder} />}
      <Below hint={hint} name={props.name} />
    </AriaTextField>
  )
}

type FigureFieldProps = FieldProps<number | null> & Limits & Pick<FigureProps, "unread">

/** A whole number. @param props.grouped false shows no thousands separator, as for the number of an account */
export const CountField = ({
  min,
  max,
  grouped = true,
  ...props
}: FigureFieldProps & { grouped?: boolean }) => <FigureField {...props} kind={count({ min, max }, grouped)} />

/** Money, typed as `12,50` and kept in cents. */
export const MoneyField = ({ min, max, ...props }: FigureFieldProps) => (
  <FigureField {...props} kind={money({ min, max })} />
)

function FigureField({
  kind,
  label,
  hint,
  unread,
  value,
  onChange,
  ...props
}: FigureFieldProps & { kind: FigureKind }) {
  const { fault, understood, mark, input } = useFigure({ name: props.name, value, onChange, unread }, kind)
  const about = useId()
  return (
    <AriaTextField
      {...props}
      {...useFieldFrame(props.name, fault)}
      {...input}
      aria-describedby={about}
      onChange={(text) => input.onChange({ target: { value: text } })}
    >
      <Label>{label}</Label>
      <span className="figure-input">
        <Input className="figures" {...mark} />
        <span id={about} className="understood">
          {understood}
        </span>
      </span>
      <Below name={props.name} hint={hint} fault={fault} />
    </AriaTextField>
  )
}

/** On or off. */
export function Toggle({ label, value, onChange, isDisabled }: FieldProps<boolean>) {
  return (
    <Switch className="toggle" isSelected={value} onChange={onChange} isDisabled={isDisabled}>
      <span className="track" aria-hidden="true" />
      {label}
    </Switch>
  )
}

/** Text that is printed somewhere: says while one types which characters no document can show. */
export function PrintedField({ hint, ...props }: ComponentProps<typeof TextField>) {
  const told = unprintableIn([props.value])
  return <TextField {...props} hint={told ? [hint, told].filter(Boolean).join(". ") : hint} />
}
