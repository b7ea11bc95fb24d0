import { Type } from "@sinclair/typebox"
import { antworten, belegarten, rechnungsprofile } from "../../db/schema/values.ts"
import { antwortfelder } from "../../lib/felder/beleg.ts"
import { patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Datum, Maybe, Nullable, OneOf, stampFields, Uuid } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

const art = OneOf(belegarten, { examples: ["kontoauszug"] })
const antwort = OneOf(antworten)

/** Filters of the list and of its export. */
export const belegfilter = {
  kunde_id: Maybe(Uuid()),
  art: Maybe(art),
  antwort: Maybe(antwort),
  auftrag_id: Maybe(Uuid()),
}

export const BelegReply = Reply("Beleg", {
  id: Uuid(),
  art,
  titel: Type.String(),
  dateiname: Type.String(),
  typ: Type.String({ examples: ["application/pdf"] }),
  profil: Nullable(
    OneOf(rechnungsprofile, {
      description:
        "Einer elektronischen Rechnung: en16931, wie sie im PDF steckt, oder xrechnung; sonst null",
    }),
  ),
  kunde_id: Nullable(Uuid()),
  bezug_id: Nullable(Uuid({ description: "Die Abrechnung oder Lieferung, die er zeigt" })),
  von: Nullable(Datum()),
  bis: Nullable(Datum()),
  saldo_cent: Nullable(Type.Integer()),
  auftrag_id: Nullable(Uuid()),
  bytes: Type.Integer(),
  sha256: Type.String(),
  erstellt_von: Type.String(),
  erstellt_von_name: Type.String(),
  antwort: Nullable(antwort),
  antwort_datum: Nullable(Datum()),
  ...replyFields(antwortfelder),
  gesperrt: Type.Integer({ description: "1: nur noch für den Prüfer aufbewahrt" }),
  aufbewahren_bis: Datum(),
  ...stampFields,
})

export const BelegZeile = Reply("BelegZeile", {
  ...BelegReply.properties,
  kunde_name: Nullable(Type.String()),
})

export const Answer = Input({
  antwort,
  datum: Maybe(Datum({ description: "An dem der Kunde geantwortet hat; fehlt es, heute" })),
  bemerkung: patchFields(antwortfelder).antwort_bemerkung,
})
