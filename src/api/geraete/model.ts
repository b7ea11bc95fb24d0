import { Type } from "@sinclair/typebox"
import { bewegungsarten, geraeteStatus, ortOhneKunde, rueckgabeorte } from "../../db/schema/values.ts"
import { geraetefelder } from "../../lib/felder/geraet.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Datum, Maybe, Nullable, OneOf, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

export const status = OneOf(geraeteStatus)

export const GeraetReply = Reply("Geraet", {
  id: Uuid(),
  ...replyFields(geraetefelder),
  status,
  status_seit: Nullable(Zeitpunkt()),
  kunde_id: Nullable(Uuid()),
  geprueft_bis: Nullable(
    Datum({
      description: "Danach wird es nicht ausgegeben, bis es geprüft oder freigegeben ist; null: immer",
    }),
  ),
  ...stampFields,
})

/** Filters of the list, and of what is printed for it. */
export const geraeteFilter = {
  q: Maybe(Type.String({ maxLength: 200 })),
  status: Maybe(status),
  kunde_id: Maybe(Uuid()),
  typ: Maybe(Text(100, { examples: ["Kühler"] })),
}

export const GeraetEintrag = Type.Composite(
  [GeraetReply, Type.Object({ kunde_name: Nullable(Type.String({ description: "Bei wem es ist" })) })],
  { title: "GeraetEintrag" },
)

export const NewGeraet = Input({ id: Maybe(Uuid()), ...newFields(geraetefelder) })

/** Without `status`, which only operations change. */
export const GeraetPatch = Input(patchFields(geraetefelder), { minProperties: 1 })

const notiz = Maybe(Text(2000))
const erfasst_am = Maybe(Zeitpunkt())

export const Ausgabe = Input({ id: Maybe(Uuid()), kunde_id: Uuid(), erfasst_am, notiz })
export const Ruecknahme = Input({ id: Maybe(Uuid()), status: Maybe(OneOf(rueckgabeorte)), erfasst_am, notiz })
export const Statuswechsel = Input({ status: OneOf(ortOhneKunde), notiz })

export const BewegungReply = Reply("Bewegung", {
  id: Uuid(),
  geraet_id: Uuid(),
  art: OneOf(bewegungsarten),
  von_status: Type.String(),
  nach_status: Type.String(),
  kunde_id: Nullable(Uuid()),
  lieferung_id: Nullable(Uuid({ description: "Für Fahrer immer null" })),
  notiz: Nullable(Type.String()),
  kunde_name: Nullable(Type.String()),
  gebucht_von: Type.String(),
  gebucht_von_name: Nullable(Type.String({ description: "null: der Betreiber" })),
  erfasst_am: Zeitpunkt(),
  erstellt_am: Zeitpunkt(),
})

/** A code as a scanner reads it. */
export const GeraetCode = Type.Object({ code: Text(200) })
