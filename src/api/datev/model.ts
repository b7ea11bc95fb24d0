import { type Static, Type } from "@sinclair/typebox"
import { datevfelder } from "../../lib/felder/datev.ts"
import { patchFields } from "../../lib/felder/schema.ts"
import { Maybe, Monat, Nullable, Uuid } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

/** Something about a settlement, or about all of them. */
export type Meldung = Static<typeof message>
const message = Type.Object({
  abrechnung_id: Nullable(Uuid()),
  nummer: Nullable(Type.String()),
  meldung: Type.String(),
})

/** The limits of the fields are in the reply's schema as well. */
const fields = Type.Required(Type.Object(patchFields(datevfelder)))

export const EinstellungenReply = Reply("DatevEinstellungen", {
  ...fields.properties,
  version: Type.Integer(),
})
export const EinstellungenPatch = Type.Partial(fields, { additionalProperties: false, minProperties: 1 })

const monat = Monat()

export const MonthQuery = Input({
  monat,
  wiederholen: Maybe(Type.Boolean({ description: "Auch, was schon exportiert ist" })),
})

export const JournalQuery = Input({ monat })

export type DatevPruefung = Static<typeof PruefungReply>
export const PruefungReply = Reply("DatevPruefung", {
  monat,
  abrechnungen: Type.Integer({ description: "Belege, die exportiert würden" }),
  schon_exportiert: Type.Integer(),
  noch_danach: Type.Integer({ description: "Passen nicht mehr in diese Datei: für die nächsten" }),
  spaeter_ausgestellt: Type.Array(Type.Object({ monat, anzahl: Type.Integer() }), {
    description:
      "Abrechnungen und Stornos, deren Zeitraum in diesem Monat endet: sie stehen in einem späteren",
  }),
  buchungen: Type.Integer({ description: "Zeilen der Datei" }),
  ohne_buchung: Type.Integer({
    description: "Von abrechnungen die, deren Beträge alle null sind: die Datei hat für sie keine Zeile",
  }),
  brutto_cent: Type.Integer(),
  hindernisse_insgesamt: Type.Integer(),
  hindernisse: Type.Array(message, { description: "Die ersten 200" }),
  hinweise_insgesamt: Type.Integer(),
  hinweise: Type.Array(message, {
    description: "Was zu prüfen ist und nicht im Weg steht; die ersten 200",
  }),
})

const SEEN =
  "der Prüfung, wie sie zu sehen waren. Käme inzwischen etwas anderes heraus, antwortet der Dienst mit 409"

export const NewExport = Input({
  monat,
  wiederholen: Maybe(Type.Boolean()),
  erwartet_abrechnungen: Maybe(Type.Integer({ description: `abrechnungen ${SEEN}` })),
  erwartet_cent: Maybe(Type.Integer({ description: `brutto_cent ${SEEN}` })),
})
export type NewExport = Static<typeof NewExport>
