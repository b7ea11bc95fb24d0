import { parseDate, parseTime } from "@internationalized/date"
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
  TimeField as AriaTimeField,
} from "react-aria-components"
import { Below, type Common, useWrong } from "./field-parts.tsx"
import { Icon } from "./icons.tsx"

type DateProps = Common<string | null> & {
  /** Without its label in sight, as among filters. */
  bare?: boolean
}

/** A day, `2026-03-31` or null; typed in parts, or taken from a calendar. */
export function DateField({ label, hint, value, onChange, bare, ...props }: DateProps) {
  return (
    <DatePicker
      {...props}
      {...useWrong(props.name)}
      className="field"
      value={value ? parseDate(value) : null}
      onChange={(next) => onChange(next?.toString() ?? null)}
      shouldForceLeadingZeros
      aria-label={bare ? label : undefined}
    >
      {!bare && <Label>{label}</Label>}
      <Group className="input">
        <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button className="inside" aria-label="Kalender">
          <Icon name="calendar" />
        </Button>
      </Group>
      <Below hint={hint} name={props.name} />
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
      {...useWrong(props.name)}
      className="field"
      value={value ? parseTime(value) : null}
      onChange={(next) => onChange(next ? next.toString().slice(0, 5) : null)}
      hourCycle={24}
      shouldForceLeadingZeros
    >
      <Label>{label}</Label>
      <DateInput className="react-aria-DateInput input">
        {(segment) => <DateSegment segment={segment} />}
      </DateInput>
      <Below hint={hint} name={props.name} />
    </AriaTimeField>
  )
}
