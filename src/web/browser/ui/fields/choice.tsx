import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components"
import { Below, type FieldProps, useFieldFrame } from "./field-parts.tsx"
import { Icon } from "../parts/icons.tsx"

type Option<T extends string> = { id: T; label: string }
type ChoiceProps<T extends string> = FieldProps<T> & {
  options: readonly Option<T>[]
  /** Hides the label, as among filters. */
  bare?: boolean
}

/** A choice of one among a few. */
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
      {...useFieldFrame(props.name)}
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
