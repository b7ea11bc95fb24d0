import { Type } from "@sinclair/typebox"
import { read, type Route, write } from "../../frame/route.ts"
import { art, Release, PruefplanPut, PruefplanReply } from "../../pruefplaene/model.ts"
import type { Pruefart } from "../../pruefplaene/due.ts"
import { deletePlan, NO_PLAN, listPlans, putPlan, releasePlan } from "../../pruefplaene/rules.ts"
import { forEveryone, forOffice, ifUnchanged } from "../../frame/options.ts"

const params = Type.Object({ id: Type.String({ maxLength: 100 }), art })
const refusals = { missing: NO_PLAN, ...ifUnchanged }

export const geraetPruefplaeneRoutes: Route[] = [
  read(
    "GET /api/geraete/:id/pruefplaene",
    {
      ...forEveryone,
      summary: "Was an einem Gerät regelmäßig zu prüfen ist",
      reply: Type.Object({ items: Type.Array(PruefplanReply) }),
      refusals: { missing: "Gerät nicht gefunden" },
    },
    ({ tenant, params: { id } }) => ({ items: listPlans(tenant, id) }),
  ),
  write(
    "PUT /api/geraete/:id/pruefplaene/:art",
    {
      ...forOffice,
      summary: "Eine Prüfung vorsehen: wie oft, wann zuletzt, wann das nächste Mal",
      params,
      body: PruefplanPut,
      reply: PruefplanReply,
      refusals: { missing: "Gerät nicht gefunden", ...ifUnchanged },
    },
    ({ tenant, actor, params: { id, art: which }, body, ifMatch }) =>
      putPlan(tenant, actor, id, which as Pruefart, body, ifMatch),
  ),
  write(
    "DELETE /api/geraete/:id/pruefplaene/:art",
    { ...forOffice, summary: "Eine Prüfung nicht mehr vorsehen; Geprüftes bleibt", params, refusals },
    ({ tenant, actor, params: { id, art: which }, ifMatch }) =>
      deletePlan(tenant, actor, id, which as Pruefart, ifMatch),
  ),
  write(
    "POST /api/geraete/:id/pruefplaene/:art/freigabe",
    {
      ...forOffice,
      summary: "Ein überfälliges Gerät bis zu einem Tag zur Ausgabe freigeben",
      params,
      body: Release,
      reply: PruefplanReply,
      refusals,
    },
    ({ tenant, actor, params: { id, art: which }, body, ifMatch }) =>
      releasePlan(tenant, actor, id, which as Pruefart, body.bis, ifMatch),
  ),
]
