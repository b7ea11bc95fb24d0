import { useState } from "react"
import { goToUnread } from "../../ui/values/figure.ts"
import { feierabendOf, thingOf } from "../phone/new-entries.ts"
import { useDraft } from "../phone/draft.ts"
import { useOnce } from "../phone/once.ts"
import { phone } from "../phone/phone.ts"
import { type Day, isAhead, isOfEvening } from "../phone/tag.ts"
import { useDay, useMadeDay, usePhone } from "../phone/use.ts"
import { blank, isAfter, keyOf, type Line, linesOf, type Sent, sentOf, sequenceOf } from "./evening.ts"
import { addDays } from "../../../../lib/day.ts"
import type { Entry } from "../outbox/entry.ts"

/**
 * @param again called when a count is stored, to begin a new one
 * @returns the count of the truck, and functions that change it; undefined until the draft is read
 */
export function useEvening(sent: Sent | undefined, again: () => void) {
  const day = useDay()
  const { heute, gezaehlt_am } = day.tag
  const { draft, change, forget } = useDraft(sequenceOf(heute), blank)
  const [problem, setProblem] = useState(false)
  const end = useOnce(async (positionen: Sent["positionen"], bemerkung: string) => {
    const kept = await phone.put([feierabendOf(heute, positionen, bemerkung)])
    setProblem(!kept)
    if (!kept) return false
    await forget()
    scrollTo(0, 0)
    again()
    return true
  })
  if (!draft) return undefined
  const stopps = day.stopps.filter((stopp) => isOfEvening(stopp, heute))
  const lines = linesOf(day, stopps, draft, sent)
  const read = lines.filter(({ gezaehlt }) => !Number.isNaN(gezaehlt))
  const counted = sent?.erfasst_am ?? gezaehlt_am
  const differing = read.filter(({ gezaehlt, menge }) => gezaehlt !== menge)
  return {
    lines,
    problem,
    bemerkung: draft.bemerkung,
    /** Stopps that are still to be done. */
    ahead: stopps.filter((one) => isAhead(one) && !one.gescheitert_am).length,
    /** Lines with other pieces than expected. */
    differing,
    /** Whether all figures can be read, and are as expected. */
    agrees: differing.length === 0 && read.length === lines.length,
    /** Whether there was a stop after the last count. */
    isOld: stopps.some((stopp) => counted && isAfter(stopp, counted)),
    isTouched: JSON.stringify(draft) !== JSON.stringify(blank),
    count: (line: Line, value: number): void =>
      change(({ gezaehlt }) => ({ gezaehlt: { ...gezaehlt, [keyOf(line)]: value } })),
    add: (artikel: { id: string }): void => change({ mehr: [...new Set([...draft.mehr, artikel.id])] }),
    remark: (bemerkung: string): void => change({ bemerkung }),
    async finish(): Promise<void> {
      if (goToUnread(document)) return
      const positionen = lines.map(({ art, key, geraet_id, gezaehlt }) => ({
        art,
        ...thingOf(key, geraet_id !== null),
        gezaehlt,
      }))
      await end(positionen, draft.bemerkung.trim())
    },
  }
}

/** For drivers who come home past midnight. @returns yesterday, if this telephone has it */
export function useYesterday({ tag, stopps }: Day): Day | undefined {
  const state = usePhone()
  const day = useMadeDay({ ...state, fetched: state.gestern })
  if (!day || addDays(day.tag.heute, 1) !== tag.heute) return undefined
  // An open stop may have been planned otherwise since: then today has it.
  const now = (id: string) => stopps.find((one) => one.id === id) ?? []
  return { ...day, stopps: day.stopps.flatMap((one) => (isAhead(one) ? now(one.id) : one)) }
}

/** @returns whether there was a stop on that day that no known count came after */
export function isUncounted({ tag, stopps }: Day, entries: Entry[]): boolean {
  const counted = sentOf(entries, tag)?.erfasst_am ?? tag.gezaehlt_am
  const done = stopps.filter((stopp) => !isAhead(stopp) && isOfEvening(stopp, tag.heute))
  return done.some((stopp) => !counted || isAfter(stopp, counted))
}
