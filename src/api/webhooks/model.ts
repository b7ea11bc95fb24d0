import { Type } from "@sinclair/typebox"
import { ereignisarten, zustellstaende } from "../../db/schema/values.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { webhookfelder } from "../../lib/felder/webhook.ts"
import { Maybe, Nullable, OneOf, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

const art = OneOf(ereignisarten, { examples: ["lieferungen.zugestellt"] })
const arten = Type.Array(art, { minItems: 1, maxItems: ereignisarten.length, uniqueItems: true })

/** Whether something is sent, and if not, why. */
const webhooklagen = ["an", "aus", "abgeschaltet", "angehalten"] as const

export const WebhookReply = Reply("Webhook", {
  id: Uuid(),
  ...replyFields(webhookfelder),
  arten: Type.Array(art),
  lage: OneOf(webhooklagen, {
    description:
      "abgeschaltet: der Dienst hat ihn selbst ausgeschaltet, abgeschaltet_weil sagt warum; angehalten: die Daten kamen aus einer Sicherung, und noch niemand hat das Senden hier freigegeben",
  }),
  abgeschaltet_weil: Nullable(Type.String()),
  vorher_bis: Nullable(
    Zeitpunkt({ description: "So lange wird auch mit dem Geheimnis von vorher unterschrieben" }),
  ),
  wartend: Type.Integer(),
  aufgegeben: Type.Integer({ description: "Der letzten 30 Tage" }),
  stoerung: Nullable(
    Type.Object(
      { seit: Zeitpunkt(), grund: Type.String({ examples: ["Status 502"] }) },
      { description: "Seit wann er eine Nachricht nicht annimmt, die noch wartet, und was er zuletzt sagte" },
    ),
  ),
  luecke: Nullable(
    Type.Object(
      { von: Type.Integer(), bis: Type.Integer() },
      {
        description:
          "Nummern der Ereignisse, die er nie bekommt: Sie sind nach 90 Tagen gelöscht worden, ehe er an der Reihe war. Er liest alles neu; danach setzt PATCH luecke auf null",
      },
    ),
  ),
  ...stampFields,
})

const geheimnis = Nullable(
  Type.String({
    description: "whsec_…; steht nur in dieser einen Antwort. null: dieselbe Anfrage noch einmal",
  }),
)
export const WebhookWithSecretReply = Reply("WebhookMitGeheimnis", { ...WebhookReply.properties, geheimnis })

export const NewWebhook = Input({ id: Maybe(Uuid()), ...newFields(webhookfelder), arten })
export const WebhookPatch = Input(
  {
    ...patchFields(webhookfelder),
    arten: Maybe(arten),
    luecke: Maybe(Type.Null({ description: "Der Empfänger hat alles neu gelesen" })),
  },
  { minProperties: 1 },
)

export const ZustellungReply = Reply("Webhookzustellung", {
  id: Uuid(),
  webhook_id: Uuid(),
  ereignis_id: Uuid({ description: "Der Empfänger sieht sie als webhook-id" }),
  nummer: Type.Integer({ description: "Die Nummer des Ereignisses" }),
  art,
  datensatz_id: Type.String(),
  status: OneOf(zustellstaende),
  versuche: Type.Integer(),
  naechster_versuch_am: Nullable(Zeitpunkt()),
  antworten: Type.Array(
    Type.Object({ am: Zeitpunkt(), antwort: Type.String({ examples: ["Status 204"] }) }),
    { description: "Die letzten Versuche, der neueste zuletzt" },
  ),
  ...stampFields,
})

export const WebhookprobeReply = Reply("Webhookprobe", {
  angenommen: Type.Boolean(),
  antwort: Type.String({ description: "Der Status des Empfängers, oder woran es lag" }),
})
