import { Type } from "@sinclair/typebox"
import { geraeteStatus, placesWithoutKunde, rueckgabeorte } from "../../db/schema/values.ts"
import { bewegungsfelder, geraetefelder } from "../../lib/felder/geraet.ts"
import { newFields, patchFields, replyFields, reportFields } from "../../lib/felder/schema.ts"
import { Datum, Maybe, Nullable, OneOf, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

const status = OneOf(geraeteStatus)

export const GeraetReply = Reply("Geraet", {
  id: Uuid(),
  ...replyFields(geraetefelder),
  status,
  status_seit: Nullable(Zeitpunkt()),
  kunde_id: Nullable(Uuid()),
  standort_id: Nullable(
    Uuid({ description: "Der Standort des Kunden, an dem es ist; null: die Anschrift des Kunden" }),
  ),
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
  ueber_tagen: Maybe(
    Type.Integer({ minimum: 0, maximum: 3650, description: "Seit mehr als so vielen Tagen in seinem Stand" }),
  ),
}

export const GeraetListItem = Type.Composite(
  [
    GeraetReply,
    Type.Object({
      kunde_name: Nullable(Type.String({ description: "Bei wem es ist" })),
      standort_name: Nullable(Type.String({ description: "An welchem Standort des Kunden" })),
    }),
  ],
  { title: "GeraetEintrag" },
)

export const NewGeraet = Input({ id: Maybe(Uuid()), ...newFields(geraetefelder) })

const standort_id = Maybe(
  Nullable(Uuid({ description: "Ein Standort des Kunden, bei dem es ist; null: die Anschrift des Kunden" })),
)

/** Without `status`, which only operations change. */
export const GeraetPatch = Input({ ...patchFields(geraetefelder), standort_id }, { minProperties: 1 })

const { notiz } = reportFields(bewegungsfelder)
const erfasst_am = Maybe(Zeitpunkt())

export const Ausgabe = Input({ id: Maybe(Uuid()), kunde_id: Uuid(), standort_id, erfasst_am, notiz })

/** Whoever moves a device has seen where it is. */
const seenAt = Nullable(
  Uuid({
    description:
      "Der Kunde, bei dem das Gerät zu sehen war; null: bei keinem. Ist es inzwischen woanders, antwortet der Dienst mit 409",
  }),
)

export const Ruecknahme = Input({
  id: Maybe(Uuid()),
  kunde_id: Maybe(seenAt),
  status: Maybe(OneOf(rueckgabeorte)),
  erfasst_am,
  notiz,
})
/** To the customer's own address with null. */
export const Umstellung = Input({
  id: Maybe(Uuid()),
  kunde_id: Maybe(seenAt),
  standort_id: Nullable(
    Uuid({ description: "Der Standort des Kunden, an dem es jetzt ist; null: die Anschrift des Kunden" }),
  ),
  erfasst_am,
  notiz,
})
export const Statuswechsel = Input({ kunde_id: Maybe(seenAt), status: OneOf(placesWithoutKunde), notiz })

const { gebucht_von, erfasst_am: _, ...bewegung } = replyFields(bewegungsfelder)

export const BewegungReply = Reply("Bewegung", {
  id: Uuid(),
  ...bewegung,
  kunde_name: Nullable(Type.String()),
  lieferanschrift: Nullable(
    Type.String({
      description:
        "Der Standort: mit einer Lieferung, wie er damals hieß, sonst wie heute; für Fahrer immer null",
    }),
  ),
  gebucht_von,
  gebucht_von_name: Nullable(Type.String({ description: "null: der Betreiber" })),
  erfasst_am: Zeitpunkt(),
  erstellt_am: Zeitpunkt(),
})

/** An open delivery that is to bring a device to a customer. */
export const GeplantReply = Reply("GeplantesGeraet", {
  lieferung_id: Uuid(),
  datum: Datum(),
  status: OneOf(["geplant", "unterwegs"] as const),
  kunde_id: Uuid(),
  kunde_name: Type.String(),
})

/** A deposit on the account of a customer who does not have the device. */
export const OffenesPfandReply = Reply("OffenesGeraetepfand", {
  kunde_id: Uuid(),
  kunde_name: Type.String(),
  wert_cent: Type.Integer({ minimum: 1, description: "Was davon auf dem Konto des Kunden offen ist" }),
})

/** A code as a scanner reads it. */
export const GeraetCode = Type.Object({ code: Text(200) })
