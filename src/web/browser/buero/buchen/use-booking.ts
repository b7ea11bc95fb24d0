import { useEffect, useEffectEvent } from "react"
import { flushSync } from "react-dom"
import { type Answer, call } from "../../ui/api/call.ts"
import { ApiFault, messageOf } from "../../ui/api/fault.ts"
import { useForm } from "../../ui/forms/form.tsx"
import { differs } from "../../ui/forms/merge.ts"
import type { Draft } from "../../ui/forms/unsent.ts"
import { useDoubt } from "../../ui/forms/use-doubt.tsx"
import { isTyping } from "../../ui/keys/keys-ahead.ts"
import { momentOf } from "../../ui/lines/moment-of.ts"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { type Art, unusualDoubt, unusualIn } from "../../ui/lines/unusual.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { useAccount } from "../../ui/session/account.tsx"
import { refresh, useGet } from "../../ui/state/query.ts"
import type { Thing } from "../../ui/state/thing.ts"
import { NOTHING, readAgain, readLine, type Redelivered, usualLines } from "./begin-lines.ts"
import { readPreview, usePreview } from "./preview.ts"
import {
  countedIn,
  isCounted,
  joined,
  needsReason,
  type BookingLine,
  positionsOf,
  rowOf,
  withLine,
} from "./lines.ts"
import type { Booked } from "./totals.tsx"
import { among, isDay } from "../../ui/state/address.ts"
import { useParam } from "../../ui/state/url.ts"

export type Kunde = { id: string; name: string }
export type Values = {
  /** Kind of the lines that are added. */
  art: Art
  /** `YYYY-MM-DD`; null for now. */
  tag: string | null
  grund: string
  lines: BookingLine[]
  /** The delivery that is booked anew; left out in drafts of earlier versions. */
  lieferung?: Redelivered | null
}
/** A booking that is entered, and not known to be booked. */
export type Started = Draft<Values>
type Vorgang = Answer<"post", "/api/pfandbuchungen">

export const EMPTY: Values = { art: "ruecknahme", tag: null, grund: "", lines: [], lieferung: null }

type Props = {
  draft: string
  kunde: Kunde
  /** Id of a Vorgang whose lines are filled in; empty for none. */
  like: string
  /** Id of a device whose deposit is to be corrected; empty for none. */
  geraet: string
  booked: (done: Booked) => void
  /** Called afterwards, unless somebody has chosen another customer or screen meanwhile, or has counted more. */
  onNext: () => void
}

/** The state of one customer's form: fills in the usual lines, adds those that are found, and books. */
export function useBooking({ draft, kunde, like, geraet, booked, onNext }: Props) {
  const isAdmin = useAccount().rolle !== "user"
  const corrected = isAdmin ? geraet : ""
  const series = useSeries(isAdmin, corrected !== "")
  const focus = useLinesFocus((row) => `[data-menge="${row}"]`)
  const { goTo } = focus
  const form = useForm<Values, Vorgang>({
    draft,
    initial: { ...EMPTY, ...series.begins },
    save: async (values, id) => {
      try {
        const body = { ...bodyOf(kunde.id, values, id), erwartet_cent: await readSum(values) }
        return await call("post", "/api/pfandbuchungen", { body })
      } catch (error) {
        // The figures are out of date: read again, they are shown with the refusal.
        if (error instanceof ApiFault && error.status === 409) void refresh("/api/pfandbuchungen")
        throw error
      }
    },
    rest: uncounted,
    saved: ({ vorgang_id, pfandkonto, buchungen }, _, goesOn) => {
      const sum = buchungen.reduce((all, { summe_cent }) => all + summe_cent, 0)
      toast(kunde.name ? `Für ${kunde.name} gebucht` : "Gebucht")
      if (!goesOn) form.reset()
      booked({ id: kunde.id, vorgang: vorgang_id, sum, balance: pfandkonto.wert_cent })
    },
    leave: onNext,
  })
  const { values, change } = form
  const konto = useGet(
    "/api/kunden/{id}/pfandkonto",
    { path: { id: kunde.id } },
    // Watched, so that one sees when a colleague books the same return.
    { enabled: kunde.id !== "", watch: true },
  )
  const preview = usePreview(aboutOf(kunde.id, values), values.lines, values.tag)

  const begin = useEffectEvent(async () => {
    if (kunde.id === "") return
    try {
      const { art, tag } = series.begins
      const again = like && !values.lines.some(isCounted) ? await readAgain(like) : NOTHING
      const usual = corrected
        ? [await readLine({ id: corrected, isDevice: true }, art)]
        : [...again.lines, ...(await usualLines(kunde.id, art))]
      form.fill((before) => ({
        ...(series.isOn && !before.lines.some(isCounted) && { art, tag: before.tag ?? tag }),
        ...(corrected && { art }),
        ...(again.lieferung && { lieferung: again.lieferung }),
        lines: usual.reduce(withOne, before.lines),
      }))
      const line = values.lines.find(isCounted) ?? values.lines[0] ?? usual[0]
      // Somebody may be typing already.
      if (isTyping()) return
      // Without any line, this goes to the field that adds one.
      goTo(line && rowOf(line))
    } catch (error) {
      toast(messageOf(error), { bad: true })
    }
  })
  useEffect(() => void begin(), [])
  const add = async (hit: Thing): Promise<void> => {
    try {
      const line = await readLine(hit, values.art)
      let row = ""
      // Drawn at once, to know the row: the usual lines may have arrived meanwhile, this one among them.
      flushSync(() =>
        change(({ lines }) => {
          const next = withLine(lines, line)
          row = next.row
          return { lines: next.lines }
        }),
      )
      // A device is one piece: the next one can be scanned at once.
      if (!line.isDevice) goTo(row)
    } catch (error) {
      toast(messageOf(error), { bad: true })
    }
  }
  const chooseArt = (art: Art): void => {
    form.set({ art })
    series.chooseArt(art, values.tag)
  }
  const chooseTag = (tag: string | null): void => {
    form.set({ tag }, ["erfasst_am"])
    series.chooseDay(tag)
  }
  const readKonto = async () => konto.data ?? (await konto.refetch({ throwOnError: true })).data
  // The expected sum is sent along, so that what is booked is what was seen. Without one, nothing is booked.
  const readSum = async (sent: Values): Promise<number> =>
    preview.isOld || preview.sum === undefined
      ? readPreview(aboutOf(kunde.id, sent), sent.lines, sent.tag)
      : preview.sum
  const { form: asking, asked } = useDoubt(form, async (sent) => {
    // First things first: without a reason the service refuses it anyway, and the field says so.
    if (needsReason(sent.lines) && sent.grund.trim() === "") return undefined
    const counted = countedIn(sent.lines, await readKonto())
    return unusualDoubt(unusualIn(counted, sent.tag, await readSum(sent)), ({ row }) => goTo(row))
  })
  return {
    form: asking,
    asked,
    konto: konto.data,
    preview,
    isAdmin,
    focus,
    add,
    chooseArt,
    chooseTag,
  }
}

/** Adds a usual line behind the others, unless the article is there already. */
const withOne = (lines: BookingLine[], line: BookingLine): BookingLine[] =>
  isCounted(line) || !lines.some(({ id }) => id === line.id) ? joined(lines, [line]) : lines

/** @returns the input since the form was sent; the rest is booked */
const uncounted = (now: Values, sent: Values): Values => ({
  ...now,
  grund: now.grund === sent.grund ? "" : now.grund,
  lieferung: null,
  lines: now.lines.flatMap((line) => {
    const before = sent.lines.find((one) => rowOf(one) === rowOf(line))
    if (!before || differs(line, before)) return line
    return line.isDevice ? [] : { ...line, menge: null }
  }),
})

/** For whom, and for which delivery. */
const aboutOf = (kunde_id: string, { lieferung }: Values) => ({
  kunde_id,
  ...(lieferung && { lieferung_id: lieferung.id }),
})

const bodyOf = (kunde_id: string, values: Values, id: string) => {
  const { grund, tag, lines } = values
  return {
    id,
    ...aboutOf(kunde_id, values),
    positionen: positionsOf(lines),
    ...(grund.trim() && { grund }),
    ...momentOf(tag),
  }
}

const KINDS = [{ id: "ruecknahme" }, { id: "anfangsbestand" }] as const

/**
 * What a new form begins with. Opening balances of one day are entered for one customer after the other: their kind and day
 * stay for the next customer, in the address. Anything else begins with returns of today, or a correction.
 */
function useSeries(isAdmin: boolean, corrects: boolean) {
  const [art, setArt] = useParam("art", among(KINDS), "ruecknahme")
  const [day, setDay] = useParam("tag", isDay)
  const isOn = isAdmin && art === "anfangsbestand"
  const begins: { art: Art; tag: string | null } = isOn
    ? { art, tag: day || null }
    : { art: corrects ? "korrektur_minus" : "ruecknahme", tag: null }
  return {
    isOn,
    begins,
    chooseArt: (chosen: Art, tag: string | null): void => {
      const goesOn = chosen === "anfangsbestand"
      setArt(goesOn ? chosen : "ruecknahme")
      setDay((goesOn && tag) || "")
    },
    chooseDay: (tag: string | null): void => {
      if (isOn) setDay(tag ?? "")
    },
  }
}
