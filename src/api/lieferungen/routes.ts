import { Page, pageQuery } from "../../http/page.ts"
import { created } from "../../http/reply.ts"
import { read, type Route, write } from "../../http/route.ts"
import { Datum, Maybe, Uuid } from "../../lib/fields.ts"
import { getLieferung, listLieferungen } from "./lesen.ts"
import {
  Abschluss,
  Fehlschlag,
  LieferStorno,
  LieferungListItem,
  LieferungPatch,
  LieferungReply,
  NeuPlanen,
  NewLieferung,
  Start,
  status,
} from "./model.ts"
import { aenderePlan, planeLieferung } from "./planen.ts"
import { melde, planeNeu, schliesseAb, starte, storniereLieferung } from "./rules.ts"

const office = ["superadmin", "admin", "user"] as const
const all = [...office, "fahrer"] as const
const tenantScope = { scope: "tenant" as const, reply: LieferungReply, etag: true }
const gone = { 404: "Lieferung nicht gefunden (auch: einem anderen Fahrer zugeteilt)" }

export const lieferungenRoutes: Route[] = [
  read(
    "GET /api/lieferungen",
    {
      scope: "tenant",
      roles: all,
      summary: "Alle Lieferungen; ein Fahrer sieht nur seine eigenen",
      query: pageQuery(["datum", "-datum"], {
        datum: Maybe(Datum()),
        fahrer_id: Maybe(Uuid()),
        kunde_id: Maybe(Uuid()),
        status: Maybe(status),
      }),
      reply: Page(LieferungListItem),
    },
    ({ tenant, actor, query }) => listLieferungen(tenant, actor, query),
  ),
  write(
    "POST /api/lieferungen",
    {
      ...tenantScope,
      roles: office,
      summary: "Eine Lieferung planen",
      body: NewLieferung,
      status: 201,
      errors: {
        404: "Kunde, Fahrer, Artikel oder Gerät nicht gefunden",
        409: "Kunde, Fahrer oder Artikel nicht aktiv, Gerät ausgemustert, id vergeben",
      },
    },
    ({ tenant, actor, body }) => {
      const { lieferung, first } = planeLieferung(tenant, actor, body)
      return created(lieferung, first)
    },
  ),
  read(
    "GET /api/lieferungen/:id",
    { ...tenantScope, roles: all, summary: "Eine Lieferung mit ihren Positionen", errors: gone },
    ({ tenant, actor, params }) => getLieferung(tenant, actor, params["id"] ?? ""),
  ),
  write(
    "PATCH /api/lieferungen/:id",
    {
      ...tenantScope,
      roles: office,
      summary: "Eine geplante Lieferung ändern; positionen ersetzt alle Positionen",
      body: LieferungPatch,
      errors: {
        404: "Lieferung, Fahrer, Artikel oder Gerät nicht gefunden",
        409: "Nicht mehr geplant; Fahrer oder Artikel nicht aktiv, Gerät ausgemustert",
        412: "Inzwischen geändert",
      },
    },
    ({ tenant, actor, params, body, ifMatch }) =>
      aenderePlan(tenant, actor, params["id"] ?? "", body, ifMatch),
  ),
  write(
    "POST /api/lieferungen/:id/start",
    {
      ...tenantScope,
      roles: all,
      summary: "Losfahren",
      body: Start,
      errors: { ...gone, 409: "Nicht geplant" },
    },
    ({ tenant, actor, params, body }) => starte(tenant, actor, params["id"] ?? "", body),
  ),
  write(
    "POST /api/lieferungen/:id/abschluss",
    {
      ...tenantScope,
      roles: all,
      summary: "Zustellen: bucht das Pfand und bewegt die Geräte, genau einmal",
      description:
        "Darf beliebig oft wiederholt werden. Geplante Positionen, die nicht genannt sind, zählen als 0; nicht geplante kommen hinzu.",
      body: Abschluss,
      errors: {
        ...gone,
        409: "Nicht unterwegs, anders abgeschlossen, oder ein Gerät ist nicht dort, wo es sein müsste",
      },
    },
    ({ tenant, actor, params, body }) => schliesseAb(tenant, actor, params["id"] ?? "", body),
  ),
  write(
    "POST /api/lieferungen/:id/fehlschlag",
    {
      ...tenantScope,
      roles: all,
      summary: "Melden, dass nicht zugestellt werden konnte",
      body: Fehlschlag,
      errors: { ...gone, 409: "Nicht unterwegs" },
    },
    ({ tenant, actor, params, body }) => melde(tenant, actor, params["id"] ?? "", body),
  ),
  write(
    "POST /api/lieferungen/:id/storno",
    {
      ...tenantScope,
      roles: office,
      summary: "Eine geplante Lieferung absagen",
      body: LieferStorno,
      errors: { ...gone, 409: "Nicht mehr geplant" },
    },
    ({ tenant, actor, params, body }) => storniereLieferung(tenant, actor, params["id"] ?? "", body),
  ),
  write(
    "POST /api/lieferungen/:id/neu-planen",
    {
      ...tenantScope,
      roles: office,
      summary: "Eine fehlgeschlagene Lieferung auf einen anderen Tag legen",
      body: NeuPlanen,
      errors: { ...gone, 409: "Nicht fehlgeschlagen, oder Kunde oder Fahrer nicht aktiv" },
    },
    ({ tenant, actor, params, body }) => planeNeu(tenant, actor, params["id"] ?? "", body),
  ),
]
