import type { Check, Finding } from "../check/check.ts"

/** What is remembered of one check between two looks. */
type Seen = {
  /** As it was said last; `ok` where nothing was ever said. */
  told: Finding["result"]
  /** As it was at the last look. */
  result: Finding["result"]
  /** Since when it is so, ISO 8601 UTC. */
  since: string
}

export type Note = Partial<Record<Check, Seen>>

export type Trouble = {
  note: Note
  /** What is amiss and was not said yet, or has become another kind of trouble. */
  begun: Finding[]
  /** What was said to be amiss and is well again. */
  over: Finding[]
}

/**
 * What is to be told after another look. A result counts once two looks in a row have seen it, so that a lock that is
 * held for seconds, or a disk that is full for a moment, wakes nobody.
 *
 * @param note what the last look left; empty at first
 */
export function compare(note: Note, findings: readonly Finding[], now: Date): Trouble {
  const next: Note = { ...note }
  const begun: Finding[] = []
  const over: Finding[] = []
  for (const finding of findings) {
    const { check, result } = finding
    const { told, ...last } = note[check] ?? { told: "ok", result: "ok", since: now.toISOString() }
    const isConfirmed = last.result === result
    next[check] = {
      result,
      since: isConfirmed ? last.since : now.toISOString(),
      told: isConfirmed ? result : told,
    }
    if (!isConfirmed || told === result) continue
    if (result === "ok") over.push(finding)
    else begun.push(finding)
  }
  return { note: next, begun, over }
}
