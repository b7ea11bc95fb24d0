import { abrechnungsversandInWords } from "../../../../lib/arten.ts"
import { call } from "../../ui/api/call.ts"
import type { BulkActions, BulkAction } from "../../ui/lists/use-bulk.ts"
import type { Item } from "../../ui/state/list.ts"

type Abrechnung = Item<"/api/abrechnungen">

/** @returns why it need not or must not be sent; undefined if it may */
function againstSending({ versand, versand_offen }: Abrechnung): string | undefined {
  if (versand === "wartet") return "eine E-Mail damit wartet schon"
  if (versand === "entfaellt") return "muss nicht hinaus"
  return versand_offen === 1 ? undefined : `ging schon ${abrechnungsversandInWords[versand]} hinaus`
}

const byEmail: BulkAction<Abrechnung> = {
  name: "Per E-Mail versenden",
  verb: "per E-Mail versenden",
  done: "auf dem Weg",
  question: "Jede geht an die Adressen, die beim Kunden für Abrechnungen stehen, in ihrer Form.",
  against: (abrechnung) => {
    const { versand, versandweg, versand_an } = abrechnung
    if (versand === "unklar") return "ob die E-Mail damit ankam, ist unklar: bitte beim Kunden fragen"
    const why = againstSending(abrechnung)
    if (why !== undefined) return why
    if (versandweg !== "email") return "beim Kunden steht „Versand: Post“"
    return versand_an.length === 0 ? "beim Kunden steht keine E-Mail-Adresse" : undefined
  },
  // The service refuses if a colleague has changed the way or the addresses since.
  run: ({ id, versandweg, versand_an }) =>
    call("post", "/api/abrechnungen/{id}/versand", {
      path: { id },
      body: { erwartet: { an: versand_an, versandweg } },
    }),
}

const byPost: BulkAction<Abrechnung> = {
  name: "Als per Post versandt vermerken",
  verb: "als per Post versandt vermerken",
  done: "vermerkt",
  question: "Gedruckt wird dabei nichts. Bei jeder Abrechnung lässt sich der Vermerk zurücknehmen.",
  against: againstSending,
  run: ({ id }) => call("put", "/api/abrechnungen/{id}/postversand", { path: { id } }),
}

/** What can be done to several settlements at once. @param sends whether the company sends e-mails */
export const manyOf = (sends: boolean): BulkActions<Abrechnung> => ({
  one: "Abrechnung",
  many: "Abrechnungen",
  nameOf: ({ nummer, kunde_name }) => `${nummer} ${kunde_name}`,
  actions: sends ? [byEmail, byPost] : [byPost],
})
