import type { Answer } from "../../ui/api/call.ts"
import { Secret } from "./secret.tsx"

/** What events are about, by the first word of their kind. */
export const areas = {
  lieferungen: "Lieferungen",
  pfandbuchungen: "Buchungen",
  abrechnungen: "Abrechnungen",
  geraete: "Geräte",
  klaerungen: "Klärungen",
} as const

type Props = { webhook: Answer<"post", "/api/webhooks">; onClose: () => void }

/** Shows the secret by which a receiver verifies signatures. */
export const WebhookSecret = ({ webhook: { name, geheimnis }, onClose }: Props) => (
  <Secret
    title={`Das Geheimnis für ${name}`}
    secret={geheimnis}
    advice="Bitte jetzt beim Empfänger eintragen: Es steht nur hier und nur dieses eine Mal. Daran erkennt er, dass eine Nachricht von hier kommt."
    lost="Der Empfänger war schon angelegt, sein Geheimnis wird nicht noch einmal gezeigt. Bitte ihm ein neues geben."
    onClose={onClose}
  />
)
