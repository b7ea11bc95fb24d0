import { CSV } from "../../print/export/csv.ts"
import { pageQuery, SearchedPage } from "../shared/page.ts"
import { Document } from "../frame/reply.ts"
import { read, type Route, write } from "../frame/route.ts"
import { listLager, writeLager } from "./bestand.ts"
import {
  lagerbewegungenFilter,
  LagerbewegungenReply,
  LagerbewegungReply,
  lagerFilter,
  LagerReply,
  LagerStorno,
  NewLagerbewegung,
} from "./model.ts"
import { bookLagerbewegung, lagerbewegungenList, listLagerbewegungen, reverseLagerbewegung } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

export const lagerRoutes: Route[] = [
  read(
    "GET /api/lager",
    {
      ...forOffice,
      summary: "Was die Firma selbst auf dem Hof hat, je Artikel",
      description:
        "Was zuletzt gezählt wurde und was sich seither bewegt hat: laut Pfandbuch ausgegeben und zurückgekommen, dazu Zukauf, Verkauf und Verschrottung. Korrekturen eines Kundenkontos bewegen nichts. Solange eine Inventur offen ist, steht hier nichts.",
      query: pageQuery(["nummer"], lagerFilter),
      reply: SearchedPage(LagerReply),
    },
    ({ tenant, query }) => listLager(tenant, query),
  ),
  read(
    "GET /api/lager/liste.csv",
    {
      ...forOffice,
      summary: "Dasselbe als Tabelle; neuer ist GET /api/export/lager",
      file: "text/csv",
      untraced: "about articles, not about persons",
      frozen: true,
    },
    ({ tenant }) => new Document(writeLager(tenant), CSV, "Lagerbestand.csv"),
  ),
  read(
    "GET /api/lager/bewegungen",
    {
      ...forOffice,
      summary: "Zukauf, Verkauf und Verschrottung, das Neueste zuerst",
      query: pageQuery(lagerbewegungenList.sorts, lagerbewegungenFilter),
      reply: SearchedPage(LagerbewegungReply),
    },
    ({ tenant, query }) => listLagerbewegungen(tenant, query),
  ),
  write(
    "POST /api/lager/bewegungen",
    {
      ...forOffice,
      summary: "Zukauf, Verkauf oder Verschrottung buchen; kein Kundenkonto ändert sich",
      body: NewLagerbewegung,
      reply: LagerbewegungenReply,
      creates: true,
      refusals: { missing: "Artikel nicht gefunden", conflict: "Die id wurde schon anders verwendet" },
    },
    ({ tenant, actor, body }) => bookLagerbewegung(tenant, actor, body),
  ),
  write(
    "POST /api/lager/bewegungen/:id/storno",
    {
      ...forOffice,
      summary: "Eine Lagerbewegung zurücknehmen",
      body: LagerStorno,
      reply: LagerbewegungReply,
      refusals: { missing: "Nicht gefunden", conflict: "Ist schon storniert, oder selbst ein Storno" },
    },
    ({ tenant, actor, params, body }) => reverseLagerbewegung(tenant, actor, params.id, body),
  ),
]
