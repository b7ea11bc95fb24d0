import { Type } from "@sinclair/typebox"
import { abrechnungsarten } from "../../db/schema/values.ts"
import { Datum, Maybe, Nullable, OneOf, Uuid } from "../../lib/fields.ts"
import { GeraetListItem } from "../geraete/model.ts"
import { KundeReply } from "../kunden/model.ts"
import { LieferungReply } from "../lieferungen/model.ts"
import { PfandartikelReply } from "../pfandartikel/model.ts"
import { Input, Reply } from "../shared/schema.ts"

export const SearchQuery = Input({
  q: Type.String({ maxLength: 200, examples: ["adl"], description: "Leer wird nichts gefunden" }),
  kunde_id: Maybe(Uuid({ description: "Von den Geräten stehen die, die bei diesem Kunden sind, zuerst" })),
})

const number = Type.Integer({ minimum: 0 })

export const SearchReply = Reply("Suche", {
  kunden: Type.Array(
    Type.Object(Type.Pick(KundeReply, ["id", "kundennummer", "name", "ort", "aktiv"]).properties),
  ),
  geraete: Type.Array(
    Type.Object(
      Type.Pick(GeraetListItem, ["id", "geraetenummer", "bezeichnung", "status", "kunde_id", "kunde_name"])
        .properties,
    ),
  ),
  pfandartikel: Type.Array(
    Type.Object(
      Type.Pick(PfandartikelReply, ["id", "nummer", "bezeichnung", "einheit", "bestandteile", "aktiv"])
        .properties,
    ),
  ),
  lieferungen: Type.Array(
    Type.Object({
      ...Type.Pick(LieferungReply, ["id", "datum", "status", "kunde_id"]).properties,
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
  anzahl: Type.Object(
    { kunden: number, geraete: number, pfandartikel: number },
    { description: "Wie viele es gibt, auch über die gezeigten hinaus; Kunden und Geräte bis 1000 gezählt" },
  ),
})
