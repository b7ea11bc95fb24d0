import { type DateValue, parseDate, parseTime } from "@internationalized/date"
import { type KeyboardEvent, useMemo, useRef, useState } from "react"
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
import { Below, type FieldProps, useFieldFrame } from "./field-parts.tsx"
import { Icon } from "../parts/icons.tsx"
import { isDay } from "../state/address.ts"
import { today, twoDigits, weekdayName } from "../values/format.ts"

type DateProps = FieldProps<string | null> & {
  /** Hides the label, as among filters. */
  bare?: boolean
  /** Shows the weekday before it; by default only if the label is shown. */
  weekday?: boolean
}

/** The years that the service accepts. */
const FIRST = 1900
const LAST = 2999

/** The numbers that are typed into the parts of the field so far. */
type Parts = { day?: number; month?: number; year?: number }

function partsIn(box: Element): Parts {
  const typed = box.querySelectorAll("[role=spinbutton][data-type]:not([data-placeholder])")
  return Object.fromEntries(
    [...typed].map((part) => [part.getAttribute("data-type"), Number(part.textContent)]),
  )
}

/**
 * Reads a day as people mean it: `3.4.` is of this year, `3.4.26` of 2026.
 *
 * @returns the day, or why there is none, in German
 */
function readDay({
  day,
  month,
  year = Number(today().slice(0, 4)),
}: Parts): { day: string } | { fault: string } {
  if (!day || !month) return { fault: "Bitte Tag und Monat eingeben" }
  const full = year < 100 ? 2000 + year : year
  if (full < FIRST || full > LAST)
    return { fault: `Das Jahr ${full} gibt es hier nicht: bitte ${FIRST} bis ${LAST}` }
  const iso = `${full}-${twoDigits(month)}-${twoDigits(day)}`
  return isDay(iso)
    ? { day: iso }
    : { fault: `Den ${twoDigits(day)}.${twoDigits(month)}.${full} gibt es nicht` }
}

/**
 * Holds a day back while its year is being typed: `2`, `20` and `202` are no years. With Enter, or when the field is left,
 * its text is read. A day that does not exist is refused, and never replaced by another one.
 */
function useTypedDay({ value, onChange }: Pick<DateProps, "value" | "onChange">) {
  const [typed, setTyped] = useState<DateValue>()
  const [refused, setRefused] = useState<string>()
  // When its field is left, React Aria turns a day that does not exist into the last one of the month.
  const isRefusing = useRef(false)
  const take = (day: DateValue | null): void => {
    if (isRefusing.current) return
    const isMeant = !day || (day.year >= FIRST && day.year <= LAST)
    setRefused(undefined)
    setTyped(isMeant ? undefined : day)
    if (isMeant) onChange(day?.toString() ?? null)
  }
  const refuse = (fault: string): void => {
    setRefused(fault)
    isRefusing.current = true
    setTimeout(() => (isRefusing.current = false))
  }
  const settle = (parts: Parts): void => {
    if (Object.keys(parts).length === 0) return
    const read = readDay(parts)
    setTyped(undefined)
    if ("fault" in read) return refuse(read.fault)
    setRefused(undefined)
    if (read.day !== value) onChange(read.day)
  }
  // The same object as long as the value is the same: given another one, React Aria would drop what is half typed.
  const stored = useMemo(() => (value ? parseDate(value) : null), [value])
  return { day: typed ?? stored, refused, take, settle }
}

/** A typed dot moves on to the next part, unless React Aria has done so already: `1.2.` is not the 12th. */
function usePoints() {
  const last = useRef<string | null>(null)
  return (event: KeyboardEvent): void => {
    const part = (event.target as Element).closest("[data-type]")
    if (!part || event.ctrlKey || event.metaKey || event.altKey) return
    const type = part.getAttribute("data-type")
    if (/^\d$/.test(event.key)) last.current = type
    if (!/^[.,/-]$/.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    const parts = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=spinbutton]")]
    if (type === last.current) parts[parts.indexOf(part as HTMLElement) + 1]?.focus()
  }
}

/** A day, `2026-03-31` or null; typed in parts, or taken from a calendar. */
export function DateField({ label, hint, value, onChange, bare, weekday = !bare, ...props }: DateProps) {
  const { day, refused, take, settle } = useTypedDay({ value, onChange })
  const point = usePoints()
  return (
    <DatePicker
      {...props}
      {...useFieldFrame(props.name, refused)}
      value={day}
      onChange={take}
      shouldForceLeadingZeros
      aria-label={bare ? label : undefined}
    >
      {!bare && <Label>{label}</Label>}
      <Group
        className="input"
        // While another day is typed than the value says, a form sends nothing.
        data-unread={refused === undefined ? undefined : ""}
        onKeyDownCapture={(event) => {
          point(event)
          // Before the same Enter sends the form.
          if (event.key === "Enter") flushSync(() => settle(partsIn(event.currentTarget)))
        }}
        onBlurCapture={({ currentTarget, relatedTarget }) => {
          // Moving from one part to another does not leave the field.
          const isPart = relatedTarget?.matches("[role=spinbutton]") && currentTarget.contains(relatedTarget)
          if (!isPart) settle(partsIn(currentTarget))
        }}
      >
        {weekday && day && <span className="weekday muted">{weekdayName(day.toString()).slice(0, 2)}</span>}
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

/** @returns whether only a part of a time is typed: React Aria takes that for none */
function isHalfTyped(box: Element): boolean {
  const parts = [...box.querySelectorAll("[role=spinbutton]")]
  const open = parts.filter((part) => part.hasAttribute("data-placeholder"))
  return open.length > 0 && open.length < parts.length
}

/** A time of day, `07:30` or null. */
export function TimeField({ label, hint, value, onChange, ...props }: FieldProps<string | null>) {
  const time = useMemo(() => (value ? parseTime(value) : null), [value])
  const [isHalf, setHalf] = useState(false)
  const [last, setLast] = useState(value)
  // Also where a form or another field sets it.
  if (value !== last) {
    setLast(value)
    if (value !== null) setHalf(false)
  }
  const fault = isHalf ? "Bitte Stunde und Minute eingeben" : undefined
  const box = useRef<HTMLDivElement>(null)
  const settle = (): void => setHalf(box.current !== null && isHalfTyped(box.current))
  return (
    <AriaTimeField
      ref={box}
      {...props}
      {...useFieldFrame(props.name, fault)}
      // While half a time is typed, a form sends nothing.
      data-unread={isHalf ? "" : undefined}
      onBlur={settle}
      onKeyDown={({ key }) => key === "Enter" && settle()}
      value={time}
      onChange={(next) => {
        setHalf(false)
        onChange(next ? next.toString().slice(0, 5) : null)
      }}
      hourCycle={24}
      shouldForceLeadingZeros
    >
      <Label>{label}</Label>
      <DateInput className="react-aria-DateInput input">
        {(segment) => <DateSegment segment={segment} />}
      </DateInput>
      <Below hint={!fault && hint} name={props.name} fault={fault} />
    </AriaTimeField>
  )
}
