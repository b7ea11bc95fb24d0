import { type DateValue, parseDate, parseTime } from "@internationalized/date"
import { useState } from "react"
import { flushSync } from "react-dom"
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
import { Below, type Common, useFrame } from "./field-parts.tsx"
import { Icon } from "../parts/icons.tsx"

type DateProps = Common<string | null> & {
  /** Without its label in sight, as among filters. */
  bare?: boolean
}

/** The years that the interface knows. */
const FIRST = 1900
const LAST = 2999

/**
 * Holds a day back while its year is being typed: `2`, `20` and `202` are none. When the field is left, or with Enter,
 * `26` is 2026; a year that cannot be meant is said, and the day before stands there again.
 */
function useTypedDay({ value, onChange }: Pick<DateProps, "value" | "onChange">) {
  const [typed, setTyped] = useState<DateValue>()
  const [refused, setRefused] = useState<string>()
  const take = (day: DateValue | null): void => {
    const isMeant = !day || (day.year >= FIRST && day.year <= LAST)
    setRefused(undefined)
    setTyped(isMeant ? undefined : day)
    if (isMeant) onChange(day?.toString() ?? null)
  }
  const settle = (): void => {
    if (!typed) return
    if (typed.year < 100) return take(typed.set({ year: 2000 + typed.year }))
    setTyped(undefined)
    setRefused(`Das Jahr ${typed.year} gibt es hier nicht: bitte ${FIRST} bis ${LAST}`)
  }
  return { day: typed ?? (value ? parseDate(value) : null), refused, take, settle }
}

/** A day, `2026-03-31` or null; typed in parts, or taken from a calendar. */
export function DateField({ label, hint, value, onChange, bare, ...props }: DateProps) {
  const { day, refused, take, settle } = useTypedDay({ value, onChange })
  return (
    <DatePicker
      {...props}
      {...useFrame(props.name, refused)}
      value={day}
      onChange={take}
      shouldForceLeadingZeros
      aria-label={bare ? label : undefined}
    >
      {!bare && <Label>{label}</Label>}
      <Group
        className="input"
        onKeyDownCapture={({ key }) => {
          // Before the form is sent with it.
          if (key === "Enter") flushSync(settle)
        }}
        onBlurCapture={({ currentTarget, relatedTarget }) => {
          // Not on the way from the year to the day.
          const isPart = relatedTarget?.matches("[role=spinbutton]") && currentTarget.contains(relatedTarget)
          if (!isPart) settle()
        }}
      >
        <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button className="inside" aria-label="Kalender">
          <Icon name="calendar" />
        </Button>
      </Group>
      <Below hint={!refused && hint} name={props.name} fault={refused} />
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
            <CalendarGrid>{(each) => <CalendarCell date={each} />}</CalendarGrid>
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
      {...useFrame(props.name)}
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
