import type { Answer } from "../../ui/api/call.ts"
import { faultAt, isConflict, messageOf } from "../../ui/api/fault.ts"
import { momentOf } from "../../ui/lines/moment-of.ts"
import { askNow, useAsk } from "../../ui/state/query.ts"
import { isCounted, type BookingLine, positionsOf, rowOf } from "./lines.ts"
import { useEffect, useEffectEvent, useState } from "react"

type Answered = Answer<"post", "/api/pfandbuchungen/vorschau">["positionen"][number]
/** A line as it will be booked, with its pieces. */
export type Position = Answered & { menge: number }
/** Pieces of a line that will be booked at the same amount. */
export type Part = Position["teile"][number]

/** The bookings that the service would make of the counted lines. */
export type Preview = {
  /** By row; without lines that are not counted, or not known to the service yet. */
  rows: ReadonlyMap<string, Position>
  /** Sum of all lines in cents; undefined while not known. */
  sum: number | undefined
  /** Whether the settlement adds VAT to the sum, or to a part of it. */
  addsUst: boolean
  /** Why nothing is known. */
  fault: string | undefined
  /** Whether the service refuses these lines: sent again, they are refused again. */
  isRefused: boolean
  /** Fault of the day, for its field. */
  ofDay: string | undefined
  /** Whether the figures are out of date, and new ones under way. */
  isOld: boolean
}

/** For whom, and for which delivery if one is booked anew. */
type About = { kunde_id: string; lieferung_id?: string }

const bodyOf = (about: About, lines: readonly BookingLine[], day: string | null) => ({
  ...about,
  positionen: positionsOf(lines),
  ...momentOf(day),
})

const sumOf = (positionen: Answered[]): number =>
  positionen.reduce((all, { summe_cent }) => all + summe_cent, 0)

/** @returns the sum of the counted lines, in cents. @throws ApiFault if the service does not answer with one */
export async function readPreview(
  about: About,
  lines: readonly BookingLine[],
  day: string | null,
): Promise<number> {
  const body = bodyOf(about, lines, day)
  return sumOf((await askNow("/api/pfandbuchungen/vorschau", body)).positionen)
}

/**
 * What the service would book of the lines, asked for at each pause in typing.
 *
 * @param about `kunde_id` is empty until a customer is chosen: then nothing is known
 */
export function usePreview(about: About, lines: readonly BookingLine[], day: string | null): Preview {
  const counted = lines.filter(isCounted)
  const body = bodyOf(about, lines, day)
  const held = useDebounced(body)
  const enabled = about.kunde_id !== "" && counted.length > 0 && held.positionen.length > 0
  const { data, error, isPlaceholderData } = useAsk("/api/pfandbuchungen/vorschau", held, {
    enabled,
    watch: true,
  })
  if (!enabled || !data) {
    const sum = counted.length === 0 ? 0 : undefined
    const ofDay = enabled ? faultAt(error, "erfasst_am") : undefined
    const fault = ofDay ? "Bitte zuerst den Tag berichtigen" : messageOf(error)
    const isRefused = enabled && isConflict(error)
    const unknown = { rows: new Map(), sum, addsUst: false, isRefused }
    return { ...unknown, fault: enabled && error ? fault : undefined, ofDay, isOld: false }
  }
  const { positionen, ust_kommt_dazu: addsUst } = data.answer
  const known = counted.flatMap((line, i): [string, Position][] => {
    const [asked, position] = [data.body.positionen[i], positionen[i]]
    // An older answer may be about other lines.
    const isSame = line.id === (asked?.pfandartikel_id ?? asked?.geraet_id) && line.art === asked?.art
    return position && asked && isSame ? [[rowOf(line), { ...position, menge: asked.menge }]] : []
  })
  const sum = sumOf(positionen)
  return {
    rows: new Map(known),
    sum,
    addsUst,
    fault: undefined,
    isRefused: false,
    ofDay: undefined,
    isOld: isPlaceholderData || held !== body,
  }
}

/** Longer than the gap between two keys of somebody who is typing. In ms. */
const PAUSE = 250

/**
 * Debounces a value, so that the service is not asked at every key.
 *
 * @param value something that JSON can hold
 * @returns the value as it was when typing last paused; the very same object once nothing is pending
 */
function useDebounced<T>(value: T): T {
  const now = JSON.stringify(value)
  const [held, setHeld] = useState({ value, text: now })
  const follow = useEffectEvent((text: string) => setHeld({ value, text }))
  useEffect(() => {
    const timer = setTimeout(() => follow(now), PAUSE)
    return () => clearTimeout(timer)
  }, [now])
  return held.text === now ? value : held.value
}
