import { pageQuery, Page } from "../../http/page.ts"
import { created } from "../../http/reply.ts"
import { read, type Route, write } from "../../http/route.ts"
import { Aktiv, Maybe, OneOf } from "../../lib/fields.ts"
import { NewPfandartikel, PfandartikelPatch, PfandartikelReply } from "./model.ts"
import { changePfandartikel, createPfandartikel, getPfandartikel, listPfandartikel } from "./rules.ts"

const all = ["superadmin", "admin", "user", "fahrer"] as const
const admins = ["superadmin", "admin"] as const

export const pfandartikelRoutes: Route[] = [
  read(
    "GET /api/pfandartikel",
    {
      scope: "tenant",
      roles: all,
      summary: "Alle Pfandartikel",
      query: pageQuery(["nummer", "bezeichnung"], {
        art: Maybe(OneOf(["einzeln", "gebinde"])),
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
      status: 201,
      etag: true,
      errors: {
        404: "Ein Bestandteil wurde nicht gefunden",
        409: "Nummer, Barcode oder id bereits vergeben",
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
      roles: all,
      summary: "Ein Pfandartikel",
      reply: PfandartikelReply,
      etag: true,
      errors: { 404: "Pfandartikel nicht gefunden" },
    },
    ({ tenant, params }) => getPfandartikel(tenant, params["id"] ?? ""),
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
      errors: {
        404: "Pfandartikel nicht gefunden",
        409: "Nummer oder Barcode bereits vergeben",
        412: "Inzwischen geändert",
      },
    },
    ({ tenant, actor, params, body, ifMatch }) =>
      changePfandartikel(tenant, actor, params["id"] ?? "", body, ifMatch),
  ),
]
