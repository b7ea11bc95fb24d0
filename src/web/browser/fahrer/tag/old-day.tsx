import { addDays } from "../../../../lib/day.ts"
import { dateInWords, today } from "../../ui/values/format.ts"
import type { Fahrertag } from "../phone/tag.ts"
import { time } from "../phone/time.ts"

/** @returns the present day by the telephone's calendar, `YYYY-MM-DD`, whatever day was last read */
const phoneDay = (): string => today(new Date(time.now()))

/**
 * A telephone without a network still shows its last day. The service decides when a new one begins, which may be earlier
 * than by the telephone's calendar.
 *
 * @returns `Heute`, `Gestern`, `Morgen`, or the date itself
 */
export function dayWord({ heute }: Fahrertag, datum: string): string {
  const now = heute > phoneDay() ? heute : phoneDay()
  if (datum === now) return "Heute"
  if (datum === addDays(now, -1)) return "Gestern"
  return datum === addDays(now, 1) ? "Morgen" : dateInWords(datum)
}

/** Says that the shown day is over, if the new one has not come yet. */
export function OldDay({ tag }: { tag: Fahrertag }) {
  const { heute } = tag
  if (heute >= phoneDay()) return null
  return (
    <p className="hinweis">
      Das ist der Tag von {dayWord(tag, heute) === "Gestern" && "gestern, "}
      {dateInWords(heute)}. Der neue kommt, sobald Netz da ist.
    </p>
  )
}
