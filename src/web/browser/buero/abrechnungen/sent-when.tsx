import { Link } from "react-aria-components"
import type { Item } from "../../ui/state/list.ts"
import { useSent } from "../../ui/records/sent.tsx"
import { moment } from "../../ui/values/format.ts"
import type { Abrechnung } from "../../ui/records/words.ts"

type Nachricht = Item<"/api/nachrichten">

const cameToNothing = ({ status }: Nachricht): boolean =>
  status === "abgelehnt" || status === "zurueckgezogen"

const arrived = ({ status }: Nachricht): boolean => status === "angenommen" || status === "teilweise"

/** @returns when the mail server took it, or else when somebody asked to send it */
const dayOf = (one: Nachricht): string => (arrived(one) && one.letzter_versuch_am) || one.erstellt_am

const how = {
  wartet: (day, to) => `E-Mail vom ${day} ${to} wartet auf den Versand`,
  laeuft: (day, to) => `E-Mail vom ${day} ${to} wird gerade gesendet`,
  angenommen: (day, to) => `Per E-Mail am ${day} ${to}`,
  teilweise: (day, to) => `Per E-Mail am ${day} ${to}, aber nicht alle nahmen sie an`,
  unklar: (day, to) => `Per E-Mail am ${day} ${to}; ob sie ankam, ist unklar`,
  abgelehnt: (day, to) => `Noch nicht: Die E-Mail vom ${day} ${to} wurde abgelehnt`,
  zurueckgezogen: (day, to) => `Noch nicht: Die E-Mail vom ${day} ${to} wurde zurückgezogen`,
} satisfies Record<Nachricht["status"], (day: string, to: string) => string>

/** How and when a settlement went out: by the e-mail that arrived, else by post, else what became of the last e-mail. */
export function SentWhen({ abrechnung: { id, versand_offen, per_post_am } }: { abrechnung: Abrechnung }) {
  const { items, isLoading, error } = useSent({ bezug_id: id })
  const one = items.find(arrived) ?? items.find((nachricht) => !cameToNothing(nachricht)) ?? items[0]
  if (isLoading || error) return <span className="muted">…</span>
  const byPost = per_post_am && `Per Post, vermerkt am ${moment(per_post_am)}`
  if (byPost && !(one && arrived(one))) return byPost
  if (!one) return versand_offen === 1 ? "Noch nicht versandt" : "Muss nicht hinaus"
  const to = one.empfaenger.map(({ adresse }) => adresse).join(", ")
  return (
    <Link href={`/nachrichten?nachricht=${one.id}`}>
      {how[one.status](moment(dayOf(one)), to ? `an ${to}` : "an gelöschte Empfänger")}
    </Link>
  )
}
