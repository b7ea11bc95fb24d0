import { addDays } from "../../../../lib/day.ts"
import { dateInWords } from "../../ui/values/format.ts"
import type { Fahrertag } from "../phone/tag.ts"
import { time } from "../phone/time.ts"

/** @returns the day as it is where the telephone is, whatever day it has last fetched; `YYYY-MM-DD` */
const today = (): string => new Date(time.now()).toLocaleDateString("sv-SE")

/**
 * A telephone without a network still shows the day that it has. A new one is the service's to say, whose day may begin
 * earlier than the telephone's.
 *
 * @returns of one of the day's two dates `Heute`, `Gestern`, `Morgen`, or the date itself
 */
export function dayWord({ heute }: Fahrertag, datum: string): string {
  const now = heute > today() ? heute : today()
  if (datum === now) return "Heute"
  if (datum === addDays(now, -1)) return "Gestern"
  return datum === addDays(now, 1) ? "Morgen" : dateInWords(datum)
}

/** Says that the day which is shown is over, as a new one has not come yet. */
export function OldDay({ tag }: { tag: Fahrertag }) {
  const { heute } = tag
  if (heute >= today()) return null
  return (
    <p className="hinweis">
      Das ist der Tag von {dayWord(tag, heute) === "Gestern" && "gestern, "}
      {dateInWords(heute)}. Der neue kommt, sobald Netz da ist.
    </p>
  )
}
