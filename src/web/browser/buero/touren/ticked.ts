import type { Answer } from "../../ui/api/call.ts"
import { useDraft } from "../../ui/forms/use-draft.ts"

type Proposed = Answer<"get", "/api/touren/woche">["vorschlag"][number]
/** `datum` and `bedenken` belong to the chosen day; `regular` is the day that was agreed on. */
export type Entry = Proposed & { regular: string }

export type Ticked = {
  isTicked: (entry: Entry) => boolean
  tick: (entries: readonly Entry[], on: boolean) => void
  /** Plans an entry for another day of its week. */
  shift: (entry: Entry, datum: string) => void
}

type Values = { turned: string[]; days: Record<string, string> }
const NOTHING: Values = { turned: [], days: {} }

/** With its doubts: a tick no longer counts when there are doubts that nobody had seen. */
const keyOf = ({ liefertag_id, bedenken }: Entry): string => [liefertag_id, ...bedenken].join(" ")

/**
 * Which entries of a week's proposal are ticked, and for which day. At first those without doubts, for their own day;
 * changes are kept as a draft until they are sent.
 *
 * @param woche the week's Monday
 */
export function useTicked(
  woche: string,
  vorschlag: readonly Proposed[],
): Ticked & { entries: Entry[]; forget: (sent: readonly Entry[]) => void } {
  const { draft, put } = useDraft(`touren/woche/${woche}`, NOTHING, undefined)
  const turned = new Set(draft.values.turned)
  const entriesOn = (days: Values["days"]): Entry[] =>
    vorschlag.map((one) => {
      const other = one.ausweichtage.find(({ datum }) => datum === days[one.liefertag_id])
      return { ...one, ...other, regular: one.datum }
    })
  const entries = entriesOn(draft.values.days)
  const isTicked = (entry: Entry): boolean => (entry.bedenken.length === 0) !== turned.has(keyOf(entry))
  const change = (
    turn: (before: Set<string>) => Iterable<string>,
    move: (before: Values["days"]) => Values["days"] = (days) => days,
  ): void =>
    put((before) => {
      const days = move(before.values.days)
      // Drops what was decided elsewhere, or has other doubts by now.
      const there = new Set(entriesOn(days).map(keyOf))
      const kept = [...turn(new Set(before.values.turned))].filter((key) => there.has(key))
      return { ...before, values: { turned: kept, days } }
    })
  return {
    entries,
    isTicked,
    tick: (some, on) =>
      change((before) => {
        const others = some.filter(({ bedenken }) => on !== (bedenken.length === 0)).map(keyOf)
        return [...before.difference(new Set(some.map(keyOf))), ...others]
      }),
    shift: ({ liefertag_id, regular }, datum) =>
      change(
        (before) => before,
        ({ [liefertag_id]: _, ...others }) =>
          datum === regular ? others : { ...others, [liefertag_id]: datum },
      ),
    forget: (sent) => {
      const gone = new Set(sent.map(({ liefertag_id }) => liefertag_id))
      change(
        (before) => before.difference(new Set(sent.map(keyOf))),
        (days) => Object.fromEntries(Object.entries(days).filter(([id]) => !gone.has(id))),
      )
    },
  }
}
