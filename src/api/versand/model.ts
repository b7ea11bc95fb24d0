import { Type } from "@sinclair/typebox"
import { patchFields, replyFields } from "../../lib/felder/schema.ts"
import { versandfelder } from "../../lib/felder/versand.ts"
import { Email, Nullable, OneOf } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

/** Whether what is to be sent goes out, and if not, why. */
export const versandlagen = ["bereit", "aus", "ohne_server", "angehalten"] as const

export const VersandReply = Reply("Versand", {
  ...replyFields(versandfelder),
  lage: OneOf(versandlagen, {
    description:
      "aus: die Firma sendet nicht; ohne_server: der Betreiber hat keinen Mailserver eingetragen; angehalten: die Daten kamen aus einer Sicherung oder von einem anderen Server, und noch niemand hat das Senden hier freigegeben",
  }),
  absender: Nullable(Type.String({ description: "Von dieser Adresse kommen die E-Mails" })),
  wartend: Type.Integer({ description: "So viele E-Mails warten" }),
  version: Type.Integer({ minimum: 0 }),
})

export const VersandPatch = Input(patchFields(versandfelder), { minProperties: 1 })

export const Probe = Input({ an: Email({ description: "Wer die Probe bekommt" }) })

export const ProbeReply = Reply("Versandprobe", {
  angenommen: Type.Boolean(),
  meldung: Type.String({ description: "Was der Mailserver sagte, oder woran es lag" }),
})
