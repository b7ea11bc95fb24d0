import type { Answer } from "../api/call.ts"
import { Badge, State } from "../parts/badge.tsx"

export type Beleg = Answer<"get", "/api/belege/{id}">

/** Whether a document says a balance that the customer may answer. */
export const asks = ({ art }: Pick<Beleg, "art">): boolean =>
  art === "saldenbestaetigung" || art === "kontoauszug"

/** A customer's answer to a balance, as word and colour. */
export function AnswerState({ beleg }: { beleg: Beleg }) {
  if (!beleg.antwort) return asks(beleg) ? <Badge>Keine Antwort</Badge> : null
  return <State of="antwort" value={beleg.antwort} />
}
