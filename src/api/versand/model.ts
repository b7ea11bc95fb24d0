import { Type } from "@sinclair/typebox"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { mailserverfelder } from "../../lib/felder/mailserver.ts"
import { versandfelder } from "../../lib/felder/versand.ts"
import { Email, Maybe, Nullable, OneOf, Password, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

/** Whether what is to be sent goes out, and if not, why. */
export const versandlagen = ["bereit", "aus", "ohne_server", "ohne_passwort", "angehalten"] as const

export const VersandReply = Reply("Versand", {
  ...replyFields(versandfelder),
  lage: OneOf(versandlagen, {
    description:
      "aus: die Firma sendet nicht; ohne_server: weder der Betreiber noch die Firma hat einen Mailserver eingetragen; ohne_passwort: das des eigenen Mailservers ist hier nicht bekannt; angehalten: die Daten kamen aus einer Sicherung oder von einem anderen Server, und noch niemand hat das Senden hier freigegeben",
  }),
  absender: Nullable(Type.String({ description: "Von dieser Adresse kommen die E-Mails" })),
  wartend: Type.Integer({ description: "So viele E-Mails warten" }),
  mailserver: Nullable(
    Type.Object(
      {
        ...replyFields(mailserverfelder),
        passwort_bekannt: Type.Boolean({ description: "Das Passwort selbst steht in keiner Antwort" }),
      },
      { description: "Der eigene; null: es gilt der des Betreibers" },
    ),
  ),
  stoerung: Nullable(
    Type.Object(
      { seit: Zeitpunkt(), grund: Type.String() },
      {
        description:
          "Seit wann der Mailserver nichts annimmt, der eigene oder der des Betreibers, während E-Mails warten",
      },
    ),
  ),
  version: Type.Integer({ minimum: 0 }),
})

export const VersandPatch = Input(patchFields(versandfelder), { minProperties: 1 })

export const MailserverInput = Input({
  ...newFields(mailserverfelder),
  passwort: Maybe(
    Password(1, {
      description: "Fehlt es, bleibt das bekannte, solange Server, Port und Benutzer dieselben sind",
    }),
  ),
})

export const Probe = Input({ an: Email({ description: "Wer die Probe bekommt" }) })

export const ProbeReply = Reply("Versandprobe", {
  angenommen: Type.Boolean(),
  meldung: Type.String({ description: "Was der Mailserver sagte, oder woran es lag" }),
})
