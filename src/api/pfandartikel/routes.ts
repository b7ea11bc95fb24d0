import { Type } from "@sinclair/typebox"
import { pageQuery, Page } from "../shared/page.ts"
import { artikelArten } from "../../db/schema/values.ts"
import { created } from "../frame/reply.ts"
import { read, type Route, write } from "../frame/route.ts"
import { admins, everyone } from "../frame/session.ts"
import { Aktiv, Maybe, OneOf } from "../../lib/fields.ts"
import { NewPfandartikel, PfandartikelPatch, PfandartikelReply } from "./model.ts"
import {
  changePfandartikel,
  createPfandartikel,
  getPfandartikel,
  listPfandartikel,
  pfandartikelListe,
} from "./rules.ts"

export const pfandartikelRoutes: Route[] = [
  read(
    "GET /api/pfandartikel",
    {
      scope: "tenant",
      roles: everyone,
      summary: "Alle Pfandartikel, oder die gefundenen",
      description:
        "q sucht in Nummer, Bezeichnung und Barcode nach Wortanfängen. Zuerst steht, wessen Nummer oder Bezeichnung so beginnt.",
      query: pageQuery(pfandartikelListe.sorts, {
        q: Maybe(Type.String({ maxLength: 200 })),
        art: Maybe(OneOf(artikelArten)),
        aktiv: Maybe(Aktiv()),
      }),
      reply: Page(PfandartikelReply),
    },
    ({ tenant, query }) => listPfandartikel(tenant, query),
  ),
  write(
    "POST /api/pfandartikel",
    {
      scope: "tenant",
      roles: admins,
      summary: "Einen Pfandartikel anlegen",
      body: NewPfandartikel,
      reply: PfandartikelReply,
      creates: true,
      etag: true,
      refusals: {
        missing: "Ein Bestandteil wurde nicht gefunden",
        conflict: "Nummer, Barcode oder id bereits vergeben",
      },
    },
    ({ tenant, actor, body }) => {
      const { artikel, first } = createPfandartikel(tenant, actor, body)
      return created(artikel, first)
    },
  ),
  read(
    "GET /api/pfandartikel/:id",
    {
      scope: "tenant",
      roles: everyone,
      summary: "Ein Pfandartikel",
      reply: PfandartikelReply,
      etag: true,
      refusals: { missing: "Pfandartikel nicht gefunden" },
    },
    ({ tenant, params }) => getPfandartikel(tenant, params.id),
  ),
  write(
    "PATCH /api/pfandartikel/:id",
    {
      scope: "tenant",
      roles: admins,
      summary: "Einen Pfandartikel ändern; gebuchte Beträge bleiben, wie sie sind",
      body: PfandartikelPatch,
      reply: PfandartikelReply,
      etag: true,
      refusals: {
        missing: "Pfandartikel nicht gefunden",
        conflict: "Nummer oder Barcode bereits vergeben",
        stale: "Inzwischen geändert",
      },
    },
    ({ tenant, actor, params, body, ifMatch }) => changePfandartikel(tenant, actor, params.id, body, ifMatch),
  ),
]
