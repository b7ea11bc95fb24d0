import { Type } from "@sinclair/typebox"
import { forOffice, ifUnchanged } from "../frame/options.ts"
import { read, type Route, write } from "../frame/route.ts"
import { AnsichtenQuery, AnsichtPatch, AnsichtReply, NewAnsicht } from "./model.ts"
import { changeAnsicht, createAnsicht, deleteAnsicht, GONE, listAll, listAnsichten } from "./rules.ts"

const gone = { missing: `${GONE} (auch: die eines anderen)` }
const taken = { conflict: "Den Namen gibt es schon, es sind zu viele, oder die id ist vergeben" }

export const ansichtenRoutes: Route[] = [
  read(
    "GET /api/ansichten",
    {
      ...forOffice,
      summary: "Was man sich von einer Liste oder von allen gemerkt hat: eigene Ansichten, und die für alle",
      query: AnsichtenQuery,
      reply: Type.Object({ items: Type.Array(AnsichtReply) }),
    },
    ({ tenant, actor, query }) => ({
      items: query.liste === undefined ? listAll(tenant, actor) : listAnsichten(tenant, actor, query.liste),
    }),
  ),
  write(
    "POST /api/ansichten",
    {
      ...forOffice,
      summary: "Suche, Filter, Reihenfolge und Spalten einer Liste unter einem Namen merken",
      description: "Höchstens 20 je Liste für einen selbst, und 20 für alle.",
      body: NewAnsicht,
      reply: AnsichtReply,
      creates: true,
      refusals: taken,
    },
    ({ tenant, actor, body }) => createAnsicht(tenant, actor, body),
  ),
  write(
    "PATCH /api/ansichten/:id",
    {
      ...forOffice,
      summary: "Eine Ansicht umbenennen, anders merken oder für alle zeigen",
      body: AnsichtPatch,
      reply: AnsichtReply,
      etag: true,
      refusals: { ...gone, ...taken, ...ifUnchanged },
    },
    ({ tenant, actor, params, body, ifMatch }) => changeAnsicht(tenant, actor, params.id, body, ifMatch),
  ),
  write(
    "DELETE /api/ansichten/:id",
    { ...forOffice, summary: "Eine Ansicht löschen", refusals: gone },
    ({ tenant, actor, params }) => deleteAnsicht(tenant, actor, params.id),
  ),
]
