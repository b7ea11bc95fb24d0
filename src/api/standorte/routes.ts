import { forEveryone, forOffice, ifUnchanged } from "../frame/options.ts"
import { read, type Route, write } from "../frame/route.ts"
import { importRoutes } from "../import/routes-of.ts"
import { Page, pageQuery } from "../shared/page.ts"
import { standorteImporter } from "./import.ts"
import { NewStandort, standortFilter, StandortPatch, StandortReply } from "./model.ts"
import { changeStandort, createStandort, deleteStandort, getStandort, GONE, standorteList } from "./rules.ts"

const gone = { missing: GONE }
const record = { reply: StandortReply, etag: true, refusals: gone } as const

export const standorteRoutes: Route[] = [
  ...importRoutes(standorteImporter),
  read(
    "GET /api/standorte",
    {
      ...forEveryone,
      summary: "Die Standorte aller Kunden, oder eines Kunden",
      query: pageQuery(standorteList.sorts, standortFilter),
      reply: Page(StandortReply),
    },
    ({ tenant, query }) => standorteList.page(tenant, query),
  ),
  write(
    "POST /api/standorte",
    {
      ...forOffice,
      ...record,
      summary: "Einem Kunden einen Standort anlegen: einen weiteren Ort, an den geliefert wird",
      body: NewStandort,
      creates: true,
      refusals: { missing: "Kunde nicht gefunden", conflict: "Name oder id bereits vergeben" },
    },
    ({ tenant, actor, body }) => createStandort(tenant, actor, body),
  ),
  read(
    "GET /api/standorte/:id",
    { ...forEveryone, ...record, summary: "Ein Standort" },
    ({ tenant, params }) => getStandort(tenant, params.id),
  ),
  write(
    "PATCH /api/standorte/:id",
    {
      ...forOffice,
      ...record,
      summary: "Einen Standort ändern oder deaktivieren",
      body: StandortPatch,
      refusals: { ...gone, ...ifUnchanged, conflict: "Der Kunde hat schon einen mit diesem Namen" },
    },
    ({ tenant, actor, params, body, ifMatch }) => changeStandort(tenant, actor, params.id, body, ifMatch),
  ),
  write(
    "DELETE /api/standorte/:id",
    {
      ...forOffice,
      summary:
        "Einen Standort löschen, an den noch nichts geliefert oder geplant ist, und an dem nie ein Gerät war",
      refusals: {
        ...gone,
        ...ifUnchanged,
        conflict: "Es gibt Lieferungen dorthin, oder Geräte sind oder waren dort",
      },
    },
    ({ tenant, actor, params, ifMatch }) => deleteStandort(tenant, actor, params.id, ifMatch),
  ),
]
