import type { Check, Finding } from "../check/finding.ts"

/** What is remembered of one check between two looks. */
type Look = {
  /** As it was said last; `ok` where nothing was ever said. */
  told: Finding["result"]
  /** As it was at the last look. */
  result: Finding["result"]
  /** Since when it is so, ISO 8601 UTC. */
  since: string
}

export type Seen = Partial<Record<Check, Look>>

type Trouble = {
  seen: Seen
  /** What is amiss and was not said yet, or has become another kind of trouble. */
  begun: Finding[]
  /** What was said to be amiss and is well again. */
  over: Finding[]
}

/**
 * Finds what is to be told after another look. A result counts once two looks in a row have seen it, so that a lock
 * held for seconds, or a disk full for a moment, wakes nobody.
 *
 * @param before what the last look left; empty at first
 */
export function compare(before: Seen, findings: readonly Finding[], now: Date): Trouble {
  const seen: Seen = { ...before }
  const begun: Finding[] = []
  const over: Finding[] = []
  for (const finding of findings) {
    const { check, result } = finding
    const { told, ...last } = before[check] ?? { told: "ok", result: "ok", since: now.toISOString() }
    const isConfirmed = last.result === result
    seen[check] = {
      result,
      since: isConfirmed ? last.since : now.toISOString(),
      told: isConfirmed ? result : told,
    }
    if (!isConfirmed || told === result) continue
    if (result === "ok") over.push(finding)
    else begun.push(finding)
  }
  return { seen, begun, over }
}
