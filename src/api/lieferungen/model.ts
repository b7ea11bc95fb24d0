import { Type } from "@sinclair/typebox"
import { einheiten, lieferStatus, zustaende } from "../../db/schema/values.ts"
import { lieferfelder, planfelder } from "../../lib/felder/lieferung.ts"
import { quittungsfelder } from "../../lib/felder/quittung.ts"
import { newFields, patchFields, replyFields, reportFields } from "../../lib/felder/schema.ts"
import { MOST_PIECES } from "../../lib/figures.ts"
import {
  Datum,
  Maybe,
  Nullable,
  OneOf,
  period,
  stampFields,
  Text,
  Uuid,
  Zeitpunkt,
} from "../../lib/fields.ts"
import { Naming } from "../shared/artikel-or-geraet.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

const status = OneOf(lieferStatus)
const menge = Type.Integer({ minimum: 0, maximum: MOST_PIECES })

const soll = Naming({ soll_ausgabe: Maybe(menge), soll_ruecknahme: Maybe(menge) })
const zustand = OneOf(zustaende, {
  description: "Eines Gerätes, das zurückkommt: beschädigt geht es in die Wartung statt ins Lager",
})
export const Actual = Naming({
  ist_ausgabe: Maybe(menge),
  ist_ruecknahme: Maybe(menge),
  zustand: Maybe(zustand),
  bemerkung: Maybe(Text(500, { description: "Zu einem Gerät, das zurückkommt" })),
})

export const PositionReply = Reply("Lieferposition", {
  id: Uuid(),
  pfandartikel_id: Nullable(Uuid()),
  geraet_id: Nullable(Uuid()),
  nummer: Type.String({ description: "Artikel- oder Gerätenummer" }),
  bezeichnung: Type.String(),
  einheit: Nullable(OneOf(einheiten, { description: "null: ein Gerät" })),
  geprueft_bis: Nullable(
    Datum({ description: "Eines Geräts: danach gibt es kein Fahrer ab; null: ohne Grenze" }),
  ),
  soll_ausgabe: Type.Integer(),
  soll_ruecknahme: Type.Integer(),
  ist_ausgabe: Nullable(Type.Integer()),
  ist_ruecknahme: Nullable(Type.Integer()),
  zustand: Nullable(zustand),
})

export const LieferungReply = Reply("Lieferung", {
  id: Uuid(),
  ...replyFields(lieferfelder),
  versuch: Type.Integer({ minimum: 1, description: "Zählt, wie oft sie neu geplant wurde" }),
  positionen: Type.Array(PositionReply),
  ...stampFields,
})

/** An attempt that failed, before the delivery was planned anew. */
export const AttemptReply = Reply("Versuch", {
  versuch: Type.Integer({ minimum: 1 }),
  datum: Datum(),
  fahrer_id: Nullable(Uuid()),
  fahrer_name: Nullable(Type.String()),
  gestartet_am: Nullable(Zeitpunkt()),
  erfasst_am: Nullable(Zeitpunkt({ description: "Wann der Fahrer es gemeldet hat" })),
  grund: Nullable(Type.String()),
})

/** Without the signature: a list of fifty would weigh megabytes. */
export const LieferungListItem = Type.Composite(
  [
    Type.Omit(LieferungReply, ["unterschrift"]),
    Type.Object({
      kunde_name: Nullable(Type.String()),
      standort_name: Nullable(Type.String({ description: "null: an die Anschrift des Kunden" })),
      fahrer_name: Nullable(Type.String()),
      unterschrieben: Type.Boolean({ description: "Die Unterschrift steht bei der Lieferung selbst" }),
    }),
  ],
  { title: "LieferungEintrag" },
)

/** Of the list and its export. */
export const lieferungenFilter = {
  ...searched("Kunde oder Fahrer: Wortanfänge in Name, Nummer, Anschrift oder Telefon"),
  datum: Maybe(Datum()),
  fahrer_id: Maybe(Uuid()),
  ohne_fahrer: Maybe(
    Type.Integer({ minimum: 1, maximum: 1, description: "1: nur, was noch keinem Fahrer zugeteilt ist" }),
  ),
  kunde_id: Maybe(Uuid()),
  status: Maybe(status),
  nie_beendet: Maybe(
    Type.Boolean({ description: "true: nur, was vor Stunden oder an einem früheren Tag begonnen wurde" }),
  ),
  ...period,
}

export const NewLieferung = Input({
  id: Maybe(Uuid()),
  kunde_id: Uuid(),
  ...newFields(planfelder),
  positionen: Type.Array(soll, { maxItems: 200 }),
})

export const LieferungPatch = Input(
  { ...patchFields(planfelder), positionen: Maybe(Type.Array(soll, { maxItems: 200 })) },
  { minProperties: 1 },
)

/** Makes a driver's request take effect once, and only on the attempt it was meant for. */
const identity = {
  id: Maybe(Uuid({ description: "Vom Gerät vergeben; mit ihr darf beliebig oft wiederholt werden" })),
  versuch: Maybe(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: "Welcher Versuch gemeint ist; wurde inzwischen neu geplant, ist die Antwort 409",
    }),
  ),
  erfasst_am: Maybe(Zeitpunkt()),
}

export const Start = Input(identity)

/** A signature drawn in a browser; never shown in logs or lists. */
const unterschrift = Type.String({
  pattern: "^data:image/png;base64,iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$",
  maxLength: quittungsfelder.unterschrift.max,
  msg: "muss ein PNG als data:image/png;base64,… sein, höchstens 48 000 Zeichen",
  examples: [
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ],
})

const { notiz, ...received } = reportFields(quittungsfelder)
/** The recipient's signature and the driver's notes. */
export const quittung = { ...received, unterschrift: Maybe(unterschrift), notiz }
export const { grund } = reportFields(lieferfelder)

const seen = Naming({ soll_ausgabe: menge })

export const Abschluss = Input({
  ...identity,
  id: Maybe(Uuid({ description: "Wird zur vorgang_id der Buchungen" })),
  ...quittung,
  positionen: Type.Array(Actual, { maxItems: 200 }),
  geplant: Maybe(
    Type.Array(seen, {
      maxItems: 200,
      description:
        "Was dem Fahrer als geplant gezeigt wurde; wurde die Ausgabe inzwischen anders geplant, ist die Antwort 409, und nichts wird gebucht",
    }),
  ),
  standort_id: Maybe(
    Nullable(
      Uuid({
        description:
          "Wohin der Fahrer liefern sollte, null: an die Anschrift des Kunden; wurde inzwischen ein anderer Ort geplant, ist die Antwort 409, und nichts wird gebucht",
      }),
    ),
  ),
})

export const Fehlschlag = Input({
  ...identity,
  grund: Text(lieferfelder.grund.max, { examples: ["Niemand da"] }),
})
export const LieferStorno = Input({ grund })

const { datum, standort_id, fahrer_id, zeit_von, zeit_bis } = newFields(planfelder)
export const Replan = Input({ datum, standort_id, fahrer_id, zeit_von, zeit_bis })
