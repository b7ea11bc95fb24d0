import { Link } from "react-aria-components"
import { Badge } from "../../ui/parts/badge.tsx"
import { bothWaysInWords, withoutGoods } from "../../ui/values/contents.ts"
import { dateInWords, shortDay, span } from "../../ui/values/format.ts"
import type { Entry, Ticked } from "./ticked.ts"

type Props = Ticked & { datum: string; entries: Entry[] }

/** The proposals of one day, each with a checkbox, and one for all of them. */
export function ProposedDay({ datum, entries, isTicked, tick, shift }: Props) {
  const count = entries.filter(isTicked).length
  const words = dateInWords(datum)
  return (
    <fieldset>
      <legend>
        <label>
          <TickAll entries={entries} count={count} tick={tick} label={`Alle am ${words}`} />
          {words}{" "}
          <span className="muted">
            {count} von {entries.length}
          </span>
        </label>
      </legend>
      <ul>
        {entries.map((entry) => (
          <Row
            key={entry.liefertag_id}
            entry={entry}
            ticked={isTicked(entry)}
            set={(on) => tick([entry], on)}
            shift={(day) => shift(entry, day)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

type TickAllProps = Pick<Ticked, "tick"> & { entries: Entry[]; count: number; label?: string }

/** A checkbox that ticks all entries or none. @param props.count how many are ticked */
export function TickAll({ entries, count, tick, label }: TickAllProps) {
  const halfway = (box: HTMLInputElement | null): void => {
    if (box) box.indeterminate = count > 0 && count < entries.length
  }
  return (
    <input
      type="checkbox"
      ref={halfway}
      checked={count === entries.length}
      onChange={({ target }) => tick(entries, target.checked)}
      aria-label={label}
    />
  )
}

type RowProps = {
  entry: Entry
  ticked: boolean
  set: (on: boolean) => void
  shift: (datum: string) => void
}

function Row({ entry, ticked, set, shift }: RowProps) {
  const { kunde_id, kunde_name, ort, fahrer_name, zeit_von, zeit_bis, hinweis, bedenken } = entry
  const time = span(zeit_von, zeit_bis)
  const goes = [bothWaysInWords(entry) || withoutGoods(entry), hinweis].filter(Boolean).join(" · ")
  return (
    <li>
      <input
        type="checkbox"
        checked={ticked}
        onChange={({ target }) => set(target.checked)}
        aria-label={kunde_name}
      />
      <span className="proposed-kunde">
        <Link href={`/kunden/${kunde_id}`}>{kunde_name}</Link> <span className="muted">{ort}</span>
      </span>
      <DayChoice entry={entry} shift={shift} />
      <span className="muted">
        {fahrer_name ?? "Ohne Fahrer"}
        {time && " · "}
        {time && <span className="time">{time}</span>}
      </span>
      <span>{goes}</span>
      <span className="doubts">
        {bedenken.map((one) => (
          <Badge key={one} tone="warn">
            {one}
          </Badge>
        ))}
      </span>
    </li>
  )
}

/** Chooses another day of this week; the entry stays listed below the day that was agreed on. */
function DayChoice({ entry, shift }: Pick<RowProps, "entry" | "shift">) {
  const { kunde_name, datum, regular, ausweichtage } = entry
  const days = [regular, ...ausweichtage.map((other) => other.datum)].toSorted()
  return (
    <select
      aria-label={`Tag für ${kunde_name}`}
      className={datum === regular ? undefined : "shifted"}
      value={datum}
      onChange={({ target }) => shift(target.value)}
    >
      {days.map((day) => (
        <option key={day} value={day}>
          {shortDay(day)}
        </option>
      ))}
    </select>
  )
}
