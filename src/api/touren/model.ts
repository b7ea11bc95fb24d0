import { Type } from "@sinclair/typebox"
import { Datum, Nullable, Uhrzeit, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { PositionReply, status } from "../lieferungen/model.ts"

export const TourenQuery = Type.Object({ datum: Datum() }, { additionalProperties: false })
export const TourPath = Type.Object({ datum: Datum(), fahrer_id: Type.String({ maxLength: 36 }) })

export const TourenReply = Type.Object(
  {
    datum: Datum(),
    touren: Type.Array(
      Type.Object({
        fahrer_id: Nullable(Uuid()),
        fahrer_name: Nullable(Type.String({ description: "null: noch keinem Fahrer zugeteilt" })),
        stopps: Type.Array(
          Type.Object({
            lieferung_id: Uuid(),
            reihenfolge: Type.Integer(),
            status,
            verspaetet: Type.Boolean({
              description: "Tag oder zeit_bis ist vorbei, und sie ist noch geplant oder unterwegs",
            }),
            zeit_von: Nullable(Uhrzeit()),
            zeit_bis: Nullable(Uhrzeit()),
            hinweis: Nullable(Type.String()),
            kunde_id: Uuid(),
            kunde_name: Type.String(),
            strasse: Nullable(Type.String()),
            plz: Nullable(Type.String()),
            ort: Nullable(Type.String()),
            telefon: Nullable(Type.String()),
            anlieferungshinweis: Nullable(Type.String()),
            breitengrad: Nullable(Type.Number()),
            laengengrad: Nullable(Type.Number()),
            positionen: Type.Array(PositionReply),
          }),
        ),
      }),
    ),
  },
  { title: "Touren" },
)

export const UnbeendetReply = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        lieferung_id: Uuid(),
        datum: Datum(),
        gestartet_am: Nullable(Zeitpunkt()),
        fahrer_id: Nullable(Uuid()),
        fahrer_name: Nullable(Type.String()),
        kunde_id: Uuid(),
        kunde_name: Type.String(),
      }),
    ),
  },
  { title: "Unbeendet" },
)

export const Reihenfolge = Type.Object(
  { lieferung_ids: Type.Array(Uuid(), { minItems: 1, maxItems: 500, uniqueItems: true }) },
  { additionalProperties: false },
)
