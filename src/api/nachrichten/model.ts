import { Type } from "@sinclair/typebox"
import { belegarten, nachrichtenstaende } from "../../db/schema/values.ts"
import { versandwegInWords } from "../../lib/arten.ts"
import { valuesIn } from "../../lib/felder/feld.ts"
import { replyFields } from "../../lib/felder/schema.ts"
import { nachrichtfelder } from "../../lib/felder/versand.ts"
import {
  Email,
  Maybe,
  MOST_ADDRESSES,
  Nullable,
  OneOf,
  stampFields,
  Uuid,
  Zeitpunkt,
} from "../../lib/fields.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

const status = OneOf(nachrichtenstaende)

export const NachrichtReply = Reply("Nachricht", {
  id: Uuid(),
  beleg_id: Uuid({ description: "Der Beleg, der versandt wird (id in belege)" }),
  art: OneOf(belegarten),
  kunde_id: Nullable(Uuid()),
  kunde_name: Nullable(Type.String()),
  beleg_titel: Nullable(Type.String()),
  ...replyFields(nachrichtfelder),
  empfaenger: Type.Array(
    Type.Object({
      adresse: Type.String(),
      status,
      antwort: Nullable(Type.String({ description: "Was der Mailserver zu diesem Empfänger sagte" })),
    }),
  ),
  status: OneOf(nachrichtenstaende, {
    description:
      "unklar: Die Verbindung brach ab, als alles gesendet und noch nichts bestätigt war; ob sie ankam, weiß niemand, und von selbst wird sie nicht noch einmal gesendet",
  }),
  versand_an: Type.Array(Type.String(), {
    description: "Die Adressen, die heute beim Kunden für diese Art von Beleg stehen",
  }),
  versuche: Type.Integer(),
  naechster_versuch_am: Nullable(Zeitpunkt({ description: "null: keiner mehr" })),
  erstellt_von_name: Type.String(),
  ...stampFields,
})

export const VorschauReply = Reply("Versandvorschau", {
  betreff: Type.String(),
  text: Type.String(),
  an: Type.Array(Type.String(), { description: "Wohin sie geht, wenn niemand etwas anderes sagt" }),
  kunde_name: Nullable(Type.String()),
  link: Nullable(Type.String({ description: "Was darunter vor dem Link zum Beleg steht; null: keiner" })),
})

/** Summary of what shows the words of an e-mail before it is sent. */
export const VORSCHAU = "Betreff und Text dieser E-Mail, wie sie jetzt hinausginge"

/** What somebody has seen of an e-mail. */
const gesehen = {
  // Untrimmed, so that it is what somebody has read, line ends included.
  betreff: Type.String({ maxLength: 10_000, raw: true }),
  text: Type.String({ maxLength: 100_000, raw: true }),
  an: Type.Array(Type.String({ maxLength: 254 }), { maxItems: MOST_ADDRESSES }),
}

/** What sending asks for, of any document. */
export const versandangaben = {
  id: Maybe(Uuid()),
  an: Maybe(
    Type.Array(Email(), {
      minItems: 1,
      maxItems: MOST_ADDRESSES,
      description: "Fehlt es, die Adressen des Kunden für diese Art von Beleg",
    }),
  ),
  nochmals: Maybe(
    Type.Boolean({
      description:
        "true: auch, wenn dieser Beleg schon versandt ist oder es vielleicht ist, oder die Abrechnung storniert ist",
    }),
  ),
  erwartet: Maybe(
    Input(
      {
        betreff: Maybe(gesehen.betreff),
        text: Maybe(gesehen.text),
        an: Maybe(gesehen.an),
        versandweg: Maybe(
          OneOf(valuesIn(versandwegInWords), { description: "Wie der Kunde seine Post bekommen sollte" }),
        ),
      },
      {
        description:
          "Was die Vorschau zeigte, oder ein Teil davon. Ginge inzwischen etwas anderes hinaus, antwortet der Dienst mit 409; erwartet.an zählt nur, wo die Adressen des Kunden gelten",
      },
    ),
  ),
}

/** Why a document is not sent, for descriptions. */
export const NOT_SENT =
  "Es wird nichts gesendet, es ist keine Adresse bekannt, der Beleg wurde schon versandt oder storniert und nochmals fehlt, oder es ginge etwas anderes hinaus als erwartet"

export const NewVersand = Input(versandangaben)
export const VorschauQuery = Input({ beleg_id: Uuid() })
export const NewNachricht = Input({ beleg_id: Uuid(), ...versandangaben })

export const SammelversandReply = Reply("Sammelversand", {
  versandt: Type.Integer({ description: "So viele E-Mails sind jetzt auf dem Weg" }),
  schon_versandt: Type.Integer({ description: "So viele waren es schon" }),
  per_post: Type.Integer({ description: "So viele Kunden bekommen ihre Post auf Papier" }),
  ohne_adresse: Type.Array(
    Type.Object({ kunde_id: Uuid(), kundennummer: Type.String(), name: Type.String() }),
    { description: "Die ersten 200, die E-Mails wollen und keine Adresse haben" },
  ),
})

/** Of the first who would get one; null: nobody would. */
export const SammelvorschauReply = Reply("Sammelversandvorschau", { beispiel: Nullable(VorschauReply) })

const Zahl = (description: string) => Type.Integer({ minimum: 0, description })

export const SammelumfangReply = Reply("Sammelversandumfang", {
  versand: Zahl("So viele E-Mails gingen jetzt hinaus"),
  schon_versandt: Zahl("So viele sind schon versandt oder auf dem Weg"),
  per_post: Zahl("So viele bekommen ihre Post auf Papier"),
  ohne_adresse: Zahl("So viele wollen E-Mails und haben keine Adresse"),
  beispiel_id: Nullable(Uuid({ description: "Der Beleg, mit dem die erste E-Mail hinausginge" })),
})

export const NewSammelversand = Input({
  erwartet: Maybe(
    Input(
      { beispiel: Nullable(Input(gesehen)) },
      {
        description:
          "Was die Vorschau als Beispiel zeigte. Wäre es inzwischen ein anderes, antwortet der Dienst mit 409, und nichts geht hinaus",
      },
    ),
  ),
})

export const nachrichtenfilter = {
  ...searched("Kunde (Wortanfänge in Name, Nummer, Anschrift oder Telefon) oder Nummer einer Abrechnung"),
  status: Maybe(status),
  kunde_id: Maybe(Uuid()),
  beleg_id: Maybe(Uuid()),
  bezug_id: Maybe(Uuid({ description: "Die Abrechnung oder Lieferung, deren Papier versandt wurde" })),
  sorgen: Maybe(
    OneOf(["ja"], { description: "ja: was abgelehnt, teilweise oder unklar ist und noch nicht erledigt" }),
  ),
}
