import type { Answer } from "../../ui/api/call.ts"
import { useDraft } from "../../ui/forms/use-draft.ts"

export type Entry = Answer<"get", "/api/touren/woche">["vorschlag"][number]

export type Ticked = {
  isTicked: (entry: Entry) => boolean
  tick: (entries: readonly Entry[], on: boolean) => void
}

const NOTHING: { turned: string[] } = { turned: [] }

/** With what speaks against it: a tick counts for what somebody has seen, and no longer when something else does. */
const keyOf = ({ liefertag_id, bedenken }: Entry): string => [liefertag_id, ...bedenken].join(" ")

/**
 * Which entries of a week's proposal are ticked: those that nothing speaks against, until somebody turns them. What was
 * turned is kept as other input is, until it is sent.
 *
 * @param woche the week's Monday
 */
export function useTicked(
  woche: string,
  vorschlag: readonly Entry[],
): Ticked & { forget: (sent: readonly Entry[]) => void } {
  const { draft, put } = useDraft(`touren/woche/${woche}`, NOTHING, undefined)
  const turned = new Set(draft.values.turned)
  const isTicked = (entry: Entry): boolean => (entry.bedenken.length === 0) !== turned.has(keyOf(entry))
  // What was decided otherwise, or has other doubts by now, is nothing unsent.
  const there = new Set(vorschlag.map(keyOf))
  const change = (make: (before: Set<string>) => Iterable<string>): void =>
    put((before) => ({
      ...before,
      values: { turned: [...make(new Set(before.values.turned))].filter((key) => there.has(key)) },
    }))
  return {
    isTicked,
    tick: (entries, on) =>
      change((before) => {
        const others = entries.filter(({ bedenken }) => on !== (bedenken.length === 0)).map(keyOf)
        return [...before.difference(new Set(entries.map(keyOf))), ...others]
      }),
    forget: (sent) => change((before) => before.difference(new Set(sent.map(keyOf)))),
  }
}
