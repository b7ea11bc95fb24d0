import type { Answer } from "../api/call.ts"
import { Badge, State } from "../parts/badge.tsx"

export type Beleg = Answer<"get", "/api/belege/{id}">

/** Whether a document asks its customer for an answer. */
export const asks = ({ art }: Pick<Beleg, "art">): boolean => art === "saldenbestaetigung"

/** Whether an answer can be noted: a statement of an account asks for none, and may be disputed. */
export const isAnswerable = ({ art }: Pick<Beleg, "art">): boolean => asks({ art }) || art === "kontoauszug"

/** @returns the kind of a document's file in a word, such as "PDF" or "XML": an invoice may be kept as both */
export const fileKind = ({ typ }: Pick<Beleg, "typ">): string => (typ.split("/").at(-1) ?? "").toUpperCase()

/** A customer's answer to a balance, as word and colour. */
export function AnswerState({ beleg }: { beleg: Beleg }) {
  if (!beleg.antwort) return asks(beleg) ? <Badge>Keine Antwort</Badge> : null
  return <State of="antwort" value={beleg.antwort} />
}
