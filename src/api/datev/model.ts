import { type Static, Type } from "@sinclair/typebox"
import { kontenrahmen } from "../../db/schema/values.ts"
import { Maybe, Nullable, OneOf, Uuid } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

const rat = "; mit dem Steuerberater festlegen"
/** Something about a settlement, or about all of them. */
export type Meldung = Static<typeof message>
const message = Type.Object({
  abrechnung_id: Nullable(Uuid()),
  nummer: Nullable(Type.String()),
  meldung: Type.String(),
})

const konto = (purpose: string) =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 99_999_999,
      description: `${purpose}; null: nach dem Kontenrahmen${rat}`,
    }),
  )
const key = Nullable(
  Type.String({
    pattern: "^\\d{4}$",
    maxLength: 4,
    msg: "muss aus vier Ziffern bestehen",
    description: `BU-Schlüssel; null: bei einem eigenen Konto keiner (Automatikkonto), beim Konto nach dem Kontenrahmen der des Satzes${rat}`,
    examples: ["0003"],
  }),
)

const fields = {
  berater: Nullable(Type.Integer({ minimum: 1001, maximum: 9_999_999, description: "Beraternummer" })),
  mandant: Nullable(Type.Integer({ minimum: 1, maximum: 99_999, description: "Mandantennummer" })),
  wj_beginn: Type.String({
    pattern: "^(0[1-9]|1[0-2])-01$",
    maxLength: 5,
    msg: "muss der erste Tag eines Monats sein, z. B. 01-01",
    description: "Beginn des Wirtschaftsjahres, MM-TT",
    examples: ["01-01"],
  }),
  kontenlaenge: Type.Integer({ minimum: 4, maximum: 8, description: "Stellen eines Sachkontos" }),
  skr: OneOf(kontenrahmen, { description: `Kontenrahmen${rat}` }),
  konto_regel: konto("Erlöse Pfand, Regelsteuersatz"),
  konto_ermaessigt: konto("Erlöse Pfand, ermäßigter Satz"),
  konto_transport: konto("Transporthilfsmittel"),
  konto_geraetepfand: konto("Gerätepfand"),
  konto_kaution: konto("Erhaltene Pfandgelder und Kautionen ohne Umsatzsteuer"),
  konto_alt: konto("Erlöse Pfand zu früheren Sätzen (16 %, 5 %), kein Automatikkonto"),
  konto_kleinunternehmer: konto("Erlöse Pfand als Kleinunternehmer"),
  bu_regel: key,
  bu_ermaessigt: key,
  bu_transport: key,
  bu_geraetepfand: key,
  debitor_basis: Type.Integer({
    minimum: 0,
    maximum: 999_999_999,
    description: "Wird zur Kundennummer gezählt, wo kein Debitorenkonto eingetragen ist",
  }),
  festschreibung: Type.Integer({ minimum: 0, maximum: 1 }),
}

export const EinstellungenReply = Reply("DatevEinstellungen", { ...fields, version: Type.Integer() })
export const EinstellungenPatch = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  minProperties: 1,
})

const monat = Type.String({
  pattern: "^20\\d{2}-(0[1-9]|1[0-2])$",
  maxLength: 7,
  msg: "muss ein Monat sein, z. B. 2026-10",
  examples: ["2026-10"],
})

export const MonthQuery = Input({
  monat,
  wiederholen: Maybe(Type.Boolean({ description: "Auch, was schon exportiert ist" })),
})

export const JournalQuery = Input({ monat })

export type Pruefung = Static<typeof PruefungReply>
export const PruefungReply = Reply("DatevPruefung", {
  monat,
  abrechnungen: Type.Integer({ description: "Belege, die exportiert würden" }),
  schon_exportiert: Type.Integer(),
  noch_danach: Type.Integer({ description: "Passen nicht mehr in diese Datei: für die nächsten" }),
  buchungen: Type.Integer({ description: "Zeilen der Datei" }),
  brutto_cent: Type.Integer(),
  hindernisse_insgesamt: Type.Integer(),
  hindernisse: Type.Array(message, { description: "Die ersten 200" }),
  hinweise_insgesamt: Type.Integer(),
  hinweise: Type.Array(message, {
    description: "Was zu prüfen ist und nicht im Weg steht; die ersten 200",
  }),
})

export const NewExport = Input({ monat, wiederholen: Maybe(Type.Boolean()) })
