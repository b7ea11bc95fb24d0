import { Type } from "@sinclair/typebox"
import { abrechnungsarten } from "../../db/schema/values.ts"
import { Datum, Nullable, OneOf, Uuid } from "../../lib/fields.ts"
import { status as geraetestatus } from "../geraete/model.ts"
import { status } from "../lieferungen/model.ts"

export const SucheQuery = Type.Object(
  {
    q: Type.String({ maxLength: 200, examples: ["adl"], description: "Leer wird nichts gefunden" }),
  },
  { additionalProperties: false },
)

export const SucheReply = Type.Object(
  {
    kunden: Type.Array(
      Type.Object({
        id: Uuid(),
        kundennummer: Type.String(),
        name: Type.String(),
        ort: Nullable(Type.String()),
        aktiv: Type.Integer(),
      }),
    ),
    geraete: Type.Array(
      Type.Object({
        id: Uuid(),
        geraetenummer: Type.String(),
        bezeichnung: Type.String(),
        status: geraetestatus,
        kunde_id: Nullable(Uuid()),
      }),
    ),
    pfandartikel: Type.Array(
      Type.Object({
        id: Uuid(),
        nummer: Type.String(),
        bezeichnung: Type.String(),
        aktiv: Type.Integer(),
      }),
    ),
    lieferungen: Type.Array(
      Type.Object({
        id: Uuid(),
        datum: Datum(),
        status,
        kunde_id: Uuid(),
        kunde_name: Type.String(),
        fahrer_name: Nullable(Type.String()),
      }),
    ),
    abrechnungen: Type.Array(
      Type.Object({
        id: Uuid(),
        nummer: Type.String(),
        art: OneOf(abrechnungsarten),
        datum: Datum(),
        kunde_id: Uuid(),
        kunde_name: Type.String(),
      }),
    ),
  },
  { title: "Suche" },
)
