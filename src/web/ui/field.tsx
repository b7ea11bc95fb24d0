import { parseDate, parseTime } from "@internationalized/date"
import type { ReactNode } from "react"
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField,
  Popover,
  Select,
  SelectValue,
  Switch,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
  TimeField as AriaTimeField,
} from "react-aria-components"
import { Icon } from "./icons.tsx"

/** What every field takes. `name` is the path of the interface's faults, such as `positionen[0].menge`. */
type Common<T> = {
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

const Below = ({ hint }: { hint?: ReactNode }) => (
  <>
    {hint && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="fault" />
  </>
)

type TextProps = Common<string> &
  Pick<TextFieldProps, "type" | "autoComplete" | "inputMode" | "maxLength"> & {
    lines?: number
    placeholder?: string
  }

/** Text; with `lines` over several. */
export function TextField({ label, hint, lines, placeholder, ...props }: TextProps) {
  return (
    <AriaTextField {...props} className="field">
      <Label>{label}</Label>
      {lines ? <TextArea rows={lines} /> : <Input placeholder={placeholder} />}
      <Below hint={hint} />
    </AriaTextField>
  )
}

type NumberProps = Common<number | null> & { min?: number; max?: number }

/** A whole number. */
export function CountField({ label, hint, value, onChange, min = 0, max = 100_000, ...props }: NumberProps) {
  return (
    <NumberField
      {...props}
      className="field"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      minValue={min}
      maxValue={max}
      formatOptions={{ maximumFractionDigits: 0 }}
    >
      <Label>{label}</Label>
      <Input className="figures" />
      <Below hint={hint} />
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
  ...props
}: NumberProps) {
  return (
    <NumberField
      {...props}
      className="field"
      value={value === null ? Number.NaN : value / 100}
      onChange={(next) => onChange(Number.isNaN(next) ? null : Math.round(next * 100))}
      minValue={min}
      maxValue={max}
      formatOptions={{ style: "currency", currency: "EUR" }}
    >
      <Label>{label}</Label>
      <Input className="figures" />
      <Below hint={hint} />
    </NumberField>
  )
}

/** A day, `2026-03-31` or null; typed in parts, or taken from a calendar. */
export function DateField({ label, hint, value, onChange, ...props }: Common<string | null>) {
  return (
    <DatePicker
      {...props}
      className="field"
      value={value ? parseDate(value) : null}
      onChange={(next) => onChange(next?.toString() ?? null)}
      shouldForceLeadingZeros
    >
      <Label>{label}</Label>
      <Group className="input">
        <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button className="inside" aria-label="Kalender">
          <Icon name="today" />
        </Button>
      </Group>
      <Below hint={hint} />
      <Popover className="popover">
        <Dialog className="calendar">
          <Calendar firstDayOfWeek="mon">
            <header>
              <Button slot="previous" className="button quiet">
                <Icon name="left" />
              </Button>
              <Heading />
              <Button slot="next" className="button quiet">
                <Icon name="right" />
              </Button>
            </header>
            <CalendarGrid>{(day) => <CalendarCell date={day} />}</CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

/** A time of day, `07:30` or null. */
export function TimeField({ label, hint, value, onChange, ...props }: Common<string | null>) {
  return (
    <AriaTimeField
      {...props}
      className="field"
      value={value ? parseTime(value) : null}
      onChange={(next) => onChange(next ? next.toString().slice(0, 5) : null)}
      hourCycle={24}
      shouldForceLeadingZeros
    >
      <Label>{label}</Label>
      <DateInput className="input">{(segment) => <DateSegment segment={segment} />}</DateInput>
      <Below hint={hint} />
    </AriaTimeField>
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
      <Below hint={hint} />
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
