import type { nachrichtenstaende } from "../../db/schema/values.ts"

/** Recipients of a message, stored as JSON, each with a fate of its own; and what follows for the message. */

type Status = (typeof nachrichtenstaende)[number]
export type Mailempfaenger = {
  adresse: string
  status: Exclude<Status, "teilweise">
  /** The mail server's words, or why there are none. */
  antwort: string | null
}

export const readEmpfaenger = ({ empfaenger }: { empfaenger: string }): Mailempfaenger[] =>
  // Nothing is left of an erased person.
  empfaenger === "{}" ? [] : (JSON.parse(empfaenger) as Mailempfaenger[])

export const writeEmpfaenger = (all: readonly Mailempfaenger[]): string => JSON.stringify(all)

/** @returns the same, where nothing goes out any more to those who still waited */
export const withdrawn = (all: readonly Mailempfaenger[]): Mailempfaenger[] =>
  all.map((one) => (one.status === "wartet" ? { ...one, status: "zurueckgezogen" } : one))

/** @returns the message's fate: what still goes on first, then what nobody knows */
export function statusOf(all: readonly Mailempfaenger[]): Status {
  const has = (status: Status): boolean => all.some((one) => one.status === status)
  const first = (["laeuft", "wartet", "unklar"] as const).find(has)
  if (first) return first
  if (has("angenommen")) return has("abgelehnt") || has("zurueckgezogen") ? "teilweise" : "angenommen"
  return has("abgelehnt") ? "abgelehnt" : "zurueckgezogen"
}
