import { Page, pageQuery } from "../shared/page.ts"
import { read, type Route, write } from "../frame/route.ts"
import { Answer, belegfilter, BelegReply, BelegZeile } from "./model.ts"
import { answerBeleg, getBeleg, listBelege, openBeleg } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

const refusals = { missing: "Beleg nicht gefunden" }

export const belegeRoutes: Route[] = [
  read(
    "GET /api/belege",
    {
      ...forOffice,
      summary: "Was gedruckt wurde, von wem und wann, das Neueste zuerst",
      query: pageQuery(["-erstellt_am", "erstellt_am"], belegfilter),
      reply: Page(BelegZeile),
    },
    ({ tenant, query }) => listBelege(tenant, query),
  ),
  read(
    "GET /api/belege/:id",
    { ...forOffice, summary: "Ein Beleg ohne seine Datei", reply: BelegReply, etag: true, refusals },
    ({ tenant, params }) => getBeleg(tenant, params.id),
  ),
  read(
    "GET /api/belege/:id/datei",
    {
      ...forOffice,
      summary: "Der Beleg, wie er gemacht wurde, Byte für Byte",
      file: "application/octet-stream",
      // One customer's paper is kept with who printed it.
      traced: ({ tenant, params }) =>
        getBeleg(tenant, params["id"] ?? "").kunde_id === null ? "belege.exportiert" : undefined,
      refusals,
    },
    ({ tenant, params }) => openBeleg(tenant, params.id),
  ),
  write(
    "POST /api/belege/:id/antwort",
    {
      ...forOffice,
      summary: "Festhalten, was der Kunde zu seinem Saldo sagt",
      body: Answer,
      reply: BelegReply,
      etag: true,
      refusals: { ...refusals, conflict: "Dieser Beleg verlangt keine Antwort" },
    },
    ({ tenant, actor, params, body }) => answerBeleg(tenant, actor, params.id, body),
  ),
]
