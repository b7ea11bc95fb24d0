import { call } from "../../ui/api/call.ts"
import type { BulkActions } from "../../ui/lists/use-bulk.ts"
import { stateInWords } from "../../ui/parts/badge.tsx"
import type { Item } from "../../ui/state/list.ts"

type Nachricht = Item<"/api/nachrichten">

/** States in which somebody has to do something about an e-mail. */
export const FAULTS = new Set<Nachricht["status"]>(["teilweise", "abgelehnt", "unklar"])

/** @returns the customer's addresses of today, if sending again would reach none of them; undefined otherwise */
export function otherAddresses({ empfaenger, versand_an }: Nachricht): string | undefined {
  const left = empfaenger.filter(({ status }) => status !== "angenommen")
  const isSame = left.length === 0 || left.some(({ adresse }) => versand_an.includes(adresse))
  return isSame || versand_an.length === 0 ? undefined : versand_an.join(", ")
}

const against = ({ status, erledigt_am }: Nachricht): string | undefined => {
  if (!FAULTS.has(status)) return `ihr Stand ist „${stateInWords("nachricht", status)}“`
  return erledigt_am === null ? undefined : "ist schon erledigt"
}

/** What can be done to several e-mails at once. */
export const many: BulkActions<Nachricht> = {
  one: "E-Mail",
  many: "E-Mails",
  nameOf: ({ betreff, kunde_name }) => [kunde_name, betreff].filter(Boolean).join(", "),
  actions: [
    {
      name: "Erledigt",
      verb: "erledigen",
      done: "erledigt",
      question: "Sie werden nicht noch einmal gesendet, und niemand muss sich mehr darum kümmern.",
      against,
      run: ({ id, version }) =>
        call("post", "/api/nachrichten/{id}/erledigt", { path: { id }, ifMatch: version }),
    },
    {
      name: "Noch einmal senden",
      verb: "noch einmal senden",
      done: "wieder auf dem Weg",
      question:
        "An alle Empfänger, die sie nicht sicher haben. Kam eine unklare doch an, hat der Kunde sie dann zweimal: bitte vorher fragen.",
      against: (nachricht) => {
        const other = otherAddresses(nachricht)
        return (
          against(nachricht) ??
          (other && `beim Kunden steht heute eine andere Adresse, ${other}: bitte einzeln ansehen`)
        )
      },
      // Refused if somebody else has sent it again since.
      run: ({ id, version }) =>
        call("post", "/api/nachrichten/{id}/noch-einmal", { path: { id }, ifMatch: version }),
    },
    {
      name: "Nicht senden",
      verb: "nicht senden",
      done: "zurückgezogen",
      question: "Sie warten noch und gehen dann nicht mehr hinaus. Die Papiere bleiben, wie sie sind.",
      against: ({ status }) =>
        status === "wartet" ? undefined : `ihr Stand ist „${stateInWords("nachricht", status)}“`,
      run: ({ id }) => call("post", "/api/nachrichten/{id}/erledigt", { path: { id } }),
    },
  ],
}
