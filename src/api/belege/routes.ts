import { Maybe, Uuid } from "../../lib/fields.ts"
import { Page, pageQuery } from "../shared/page.ts"
import { read, type Route, write } from "../frame/route.ts"
import { office } from "../frame/session.ts"
import { antwort, Antwort, art, BelegReply, BelegZeile } from "./model.ts"
import { answerBeleg, getBeleg, listBelege, openBeleg } from "./rules.ts"

const scope = "tenant"
const refusals = { missing: "Beleg nicht gefunden" }

export const belegeRoutes: Route[] = [
  read(
    "GET /api/belege",
    {
      scope,
      roles: office,
      summary: "Was gedruckt wurde, von wem und wann, das Neueste zuerst",
      query: pageQuery(["-erstellt_am", "erstellt_am"], {
        kunde_id: Maybe(Uuid()),
        art: Maybe(art),
        antwort: Maybe(antwort),
        auftrag_id: Maybe(Uuid()),
      }),
      reply: Page(BelegZeile),
    },
    ({ tenant, query }) => listBelege(tenant, query),
  ),
  read(
    "GET /api/belege/:id",
    { scope, roles: office, summary: "Ein Beleg ohne seine Datei", reply: BelegReply, etag: true, refusals },
    ({ tenant, params }) => getBeleg(tenant, params.id),
  ),
  read(
    "GET /api/belege/:id/datei",
    {
      scope,
      roles: office,
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
      scope,
      roles: office,
      summary: "Festhalten, was der Kunde zu seinem Saldo sagt",
      body: Antwort,
      reply: BelegReply,
      etag: true,
      refusals: { ...refusals, conflict: "Dieser Beleg verlangt keine Antwort" },
    },
    ({ tenant, actor, params, body }) => answerBeleg(tenant, actor, params.id, body),
  ),
]
