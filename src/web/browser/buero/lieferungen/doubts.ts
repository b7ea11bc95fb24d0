import { call } from "../../ui/api/call.ts"
import type { Doubt } from "../../ui/forms/use-doubt.tsx"
import type { Line } from "../../ui/lines/lines.ts"
import type { LinesFocus } from "../../ui/lines/rows.ts"
import { BETWEEN, countOf, keptTogether } from "../../ui/values/contents.ts"
import { dateInWords, today } from "../../ui/values/format.ts"
import { planInWords } from "./plan.ts"

/** Asks about a delivery of a later day: it may be the wrong one. @param question added to the sentence with its day */
export const earlyDoubt = (datum: string, does: "buchen" | "festhalten", question = ""): Doubt | undefined =>
  datum > today()
    ? {
        title: `Vor dem geplanten Tag ${does}?`,
        action: `Ja, ${does}`,
        question: [`Diese Lieferung ist für ${dateInWords(datum)} geplant. ${question}`.trim()],
      }
    : undefined

/**
 * Asks where the plan has changed since the form was begun, which may be days ago.
 *
 * @param planned the plan at that time, in words
 */
export async function otherPlanDoubt(id: string, planned: string): Promise<Doubt | undefined> {
  const now = planInWords(await call("get", "/api/lieferungen/{id}", { path: { id } }))
  // A draft of an earlier version may have other spaces.
  if (keptTogether(now) === keptTogether(planned)) return undefined
  return {
    title: "Inzwischen anders geplant",
    action: "Trotzdem buchen",
    question: [
      `Seit das hier begonnen wurde, ist die Lieferung geändert. Geplant war: ${planned || "nichts"}. Geplant ist jetzt: ${now || "nichts"}. Gebucht wird, was hier steht.`,
    ],
  }
}

/** Asks about planned returns left empty: they stay with the customer. A 0 was counted. */
export function uncountedDoubt(lines: readonly Line[], focus: LinesFocus): Doubt | undefined {
  const uncounted = lines.filter(({ plannedBack, back }) => plannedBack !== undefined && back === null)
  const [first] = uncounted
  return (
    first && {
      title: "Nichts zurückgekommen?",
      action: "Ja, buchen",
      question: [
        `Zurück geplant und nicht gezählt: ${uncounted
          .map(({ bezeichnung, plannedBack = 0 }) => countOf(plannedBack, bezeichnung))
          .join(BETWEEN)}. Davon nichts zurückbuchen?`,
      ],
      goTo: () => focus.goTo(first.id, "back"),
    }
  )
}

/** @returns all doubts as one question, agreed to by one button; undefined without any */
export function together(...doubts: (Doubt | undefined)[]): Doubt | undefined {
  const [first, ...more] = doubts.filter((doubt) => doubt !== undefined)
  if (!first || more.length === 0) return first
  const all = [first, ...more]
  const goTo = all.find((doubt) => doubt.goTo)?.goTo
  return {
    title: "Trotzdem buchen?",
    action: "Trotzdem buchen",
    question: all.flatMap(({ question }) => question),
    ...(goTo && { goTo }),
  }
}
