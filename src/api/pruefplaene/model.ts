import { Type } from "@sinclair/typebox"
import { geraeteStatus, intervallEinheiten, pruefarten } from "../../db/schema/values.ts"
import { Datum, Maybe, Nullable, OneOf, stampFields, Text, Uuid } from "../../lib/fields.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

export const art = OneOf(pruefarten, { examples: ["druckpruefung"] })

export const faelligFilter = {
  ...searched("Gerät: Wortanfänge in Nummer, Bezeichnung, Typ, Seriennummer und Barcode"),
  tage: Maybe(
    Type.Integer({ minimum: -1, maximum: 3650, description: "Fällig in so vielen Tagen; -1: überfällig" }),
  ),
  art: Maybe(art),
}

const intervall = Type.Integer({ minimum: 1, maximum: 3650, examples: [24] })
const intervall_in = OneOf(intervallEinheiten, { examples: ["monate"] })

export const PruefplanReply = Reply("Geraetepruefplan", {
  id: Uuid(),
  geraet_id: Uuid(),
  art,
  intervall,
  intervall_in,
  letzte: Nullable(Datum()),
  naechste: Datum({ description: "Bis zu diesem Tag, ihn eingeschlossen, ist es geprüft" }),
  freigabe_bis: Nullable(
    Datum({ description: "So lange darf es auch überfällig ausgegeben werden; das Büro hat es erlaubt" }),
  ),
  ...stampFields,
})

export const PruefplanPut = Input({
  intervall,
  intervall_in,
  letzte: Maybe(Nullable(Datum())),
  naechste: Maybe(Datum({ description: "Fehlt es, letzte und das Intervall" })),
})

export const Release = Input({ bis: Nullable(Datum({ description: "null: keine Freigabe mehr" })) })

export const FaelligReply = Reply("FaelligePruefung", {
  ...PruefplanReply.properties,
  geraetenummer: Type.String(),
  bezeichnung: Type.String(),
  status: OneOf(geraeteStatus),
  kunde_id: Nullable(Uuid()),
  kunde_name: Nullable(Type.String()),
  tage: Type.Integer({ description: "Bis zum Termin; unter null ist es überfällig" }),
})

export const PruefungReply = Reply("Geraetepruefung", {
  id: Uuid(),
  geraet_id: Uuid(),
  art,
  datum: Datum(),
  bestanden: Type.Integer({ minimum: 0, maximum: 1 }),
  naechste: Datum({ description: "Wann sie von da an wieder fällig war" }),
  bemerkung: Nullable(Type.String()),
  dokument: Nullable(Type.String({ description: "Der Name der angehängten Datei" })),
  eingetragen_von_name: Nullable(Type.String({ description: "null: der Betreiber" })),
  ...stampFields,
})

export const NewPruefung = Input({
  id: Maybe(Uuid()),
  art,
  datum: Datum({ description: "Der Tag der Prüfung, nicht in der Zukunft" }),
  bestanden: Maybe(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description: "Fehlt es, 1. Bei 0 ist das Gerät ab sofort überfällig",
    }),
  ),
  bemerkung: Maybe(Text(2000)),
})
