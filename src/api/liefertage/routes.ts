import { Maybe, Uuid } from "../../lib/fields.ts"
import { forOffice, ifUnchanged } from "../frame/options.ts"
import { read, type Route, write } from "../frame/route.ts"
import { Page, pageQuery } from "../shared/page.ts"
import { LiefertagPatch, LiefertagReply, NewLiefertag } from "./model.ts"
import {
  changeLiefertag,
  createLiefertag,
  deleteLiefertag,
  getLiefertag,
  GONE,
  liefertageList,
  listLiefertage,
} from "./rules.ts"

const record = { reply: LiefertagReply, etag: "composed" } as const
const gone = { missing: GONE }

export const liefertageRoutes: Route[] = [
  read(
    "GET /api/liefertage",
    {
      ...forOffice,
      summary: "An welchen Tagen Kunden regelmäßig beliefert werden",
      query: pageQuery(liefertageList.sorts, {
        kunde_id: Maybe(Uuid()),
        lieferung_id: Maybe(Uuid({ description: "Nur der, aus dem diese Lieferung geplant wurde" })),
      }),
      reply: Page(LiefertagReply),
    },
    ({ tenant, query }) => listLiefertage(tenant, query),
  ),
  write(
    "POST /api/liefertage",
    {
      ...forOffice,
      ...record,
      summary: "Einen Liefertag vereinbaren",
      description:
        "Wer an diesem Tag fährt und was gewöhnlich mitgeht. Geplant wird damit noch nichts: GET /api/touren/woche schlägt die Lieferungen einer Woche vor.",
      body: NewLiefertag,
      creates: true,
      refusals: {
        missing: "Kunde, Fahrer oder Pfandartikel nicht gefunden",
        conflict: "Der Kunde oder der Fahrer ist nicht mehr aktiv; die id wurde schon anders verwendet",
      },
    },
    ({ tenant, actor, body }) => createLiefertag(tenant, actor, body),
  ),
  read(
    "GET /api/liefertage/:id",
    { ...forOffice, ...record, summary: "Ein Liefertag", refusals: gone },
    ({ tenant, params }) => getLiefertag(tenant, params.id),
  ),
  write(
    "PATCH /api/liefertage/:id",
    {
      ...forOffice,
      ...record,
      summary: "Einen Liefertag ändern; was geplant ist, bleibt",
      body: LiefertagPatch,
      refusals: { ...gone, ...ifUnchanged, conflict: "Der Fahrer ist nicht mehr aktiv" },
    },
    ({ tenant, actor, params, body, ifMatch }) => changeLiefertag(tenant, actor, params.id, body, ifMatch),
  ),
  write(
    "DELETE /api/liefertage/:id",
    {
      ...forOffice,
      summary: "Einen Liefertag löschen; was geplant ist, bleibt",
      refusals: { ...gone, ...ifUnchanged },
    },
    ({ tenant, actor, params, ifMatch }) => deleteLiefertag(tenant, actor, params.id, ifMatch),
  ),
]
