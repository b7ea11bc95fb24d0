import { call } from "../../ui/api/call.ts"
import { versandwegInWords } from "../../../../lib/arten.ts"
import type { BulkActions, BulkAction } from "../../ui/lists/use-bulk.ts"
import type { Item } from "../../ui/state/list.ts"

type Kunde = Item<"/api/kunden">

const setActive = ({ id }: Kunde, aktiv: 0 | 1) =>
  call("patch", "/api/kunden/{id}", { path: { id }, body: { aktiv } })

const byWay = (versandweg: Kunde["versandweg"]): BulkAction<Kunde> => {
  const word = versandwegInWords[versandweg]
  return {
    name: `Versand: ${word}`,
    verb: `auf „Versand: ${word}“ stellen`,
    done: "umgestellt",
    question:
      versandweg === "email"
        ? "Was für viele versandt wird, geht ihnen künftig per E-Mail zu. Wer keine Adresse hat, wird dabei genannt."
        : "Was für viele versandt wird, bekommen sie künftig gedruckt.",
    against: (kunde) => (kunde.versandweg === versandweg ? `steht schon auf „${word}“` : undefined),
    run: ({ id }) => call("patch", "/api/kunden/{id}", { path: { id }, body: { versandweg } }),
  }
}

/** What can be done to several customers at once. */
export const many: BulkActions<Kunde> = {
  one: "Kunde",
  many: "Kunden",
  nameOf: ({ kundennummer, name }) => [kundennummer, name].filter(Boolean).join(" "),
  actions: [
    {
      name: "Deaktivieren",
      verb: "deaktivieren",
      done: "deaktiviert",
      question:
        "Sie bleiben stehen, auch mit ihrem Pfand, und werden nirgends mehr vorgeschlagen. Was für sie geplant ist, bleibt geplant.",
      against: ({ aktiv }) => (aktiv ? undefined : "ist schon inaktiv"),
      run: (kunde) => setActive(kunde, 0),
    },
    {
      name: "Aktivieren",
      verb: "aktivieren",
      done: "aktiviert",
      question: "Sie werden wieder vorgeschlagen und können beliefert werden.",
      against: ({ aktiv }) => (aktiv ? "ist schon aktiv" : undefined),
      run: (kunde) => setActive(kunde, 1),
    },
    byWay("email"),
    byWay("post"),
    {
      name: "Löschen",
      verb: "löschen",
      done: "gelöscht",
      question:
        "Das ist nicht rückgängig zu machen. Gelöscht wird, worauf sich noch nichts bezieht; alles andere bleibt und wird genannt.",
      look: "bad",
      run: ({ id, version }) => call("delete", "/api/kunden/{id}", { path: { id }, ifMatch: version }),
    },
  ],
}
