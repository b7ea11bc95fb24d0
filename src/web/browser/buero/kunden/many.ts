import { call } from "../../ui/api/call.ts"
import type { Many } from "../../ui/lists/each.ts"
import type { Item } from "../../ui/state/list.ts"

type Kunde = Item<"/api/kunden">

const setActive = ({ id }: Kunde, aktiv: 0 | 1) =>
  call("patch", "/api/kunden/{id}", { path: { id }, body: { aktiv } })

/** What can be done to several customers at once. */
export const many: Many<Kunde> = {
  one: "Kunde",
  many: "Kunden",
  nameOf: ({ kundennummer, name }) => [kundennummer, name].filter(Boolean).join(" "),
  changed: ["/api/kunden", "/api/protokoll", "/api/heute"],
  ways: [
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
