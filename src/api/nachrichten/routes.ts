import { forAdmins, forOffice, ifUnchanged } from "../frame/options.ts"
import { read, type Route, write } from "../frame/route.ts"
import { isSearched, pageQuery, SearchedPage } from "../shared/page.ts"
import { VersandReply } from "../versand/model.ts"
import { showVersand } from "../versand/rules.ts"
import { releaseVersand } from "./zustellung.ts"
import {
  nachrichtenfilter,
  NachrichtReply,
  NewNachricht,
  NOT_SENT,
  VorschauQuery,
  VorschauReply,
} from "./model.ts"
import { getNachricht, GONE, listNachrichten } from "./read.ts"
import { closeNachricht, createNachricht, sendAgain } from "./rules.ts"
import { previewBeleg } from "./send.ts"

const refusals = { missing: GONE, conflict: "Sie wird gerade gesendet, oder es ist nichts mehr zu tun" }

export const nachrichtenRoutes: Route[] = [
  read(
    "GET /api/nachrichten",
    {
      ...forOffice,
      summary: "Was per E-Mail versandt wurde oder wird, das Neueste zuerst",
      query: pageQuery(["-erstellt_am", "erstellt_am"], nachrichtenfilter),
      long: isSearched,
      reply: SearchedPage(NachrichtReply),
    },
    ({ tenant, query }) => listNachrichten(tenant, query),
  ),
  write(
    "POST /api/nachrichten",
    {
      ...forOffice,
      summary: "Einen aufbewahrten Beleg per E-Mail versenden",
      description:
        "Die Antwort heißt nur: Sie steht in der Warteschlange. Was aus ihr wurde, sagt GET /api/nachrichten/:id, für jeden Empfänger.",
      body: NewNachricht,
      reply: NachrichtReply,
      creates: true,
      services: true,
      refusals: {
        missing: "Beleg nicht gefunden",
        conflict: NOT_SENT,
      },
    },
    ({ tenant, actor, services, body: { beleg_id, ...input } }) =>
      createNachricht(tenant, actor, beleg_id, input, services.mailService),
  ),
  read(
    "GET /api/nachrichten/vorschau",
    {
      ...forOffice,
      summary: "Betreff und Text der E-Mail mit einem aufbewahrten Beleg, wie sie jetzt hinausginge",
      query: VorschauQuery,
      reply: VorschauReply,
      services: true,
      refusals: { missing: "Beleg nicht gefunden", conflict: "Ein solcher Beleg wird nicht versandt" },
    },
    ({ tenant, services, query }) => previewBeleg(tenant, services.adresse, query.beleg_id),
  ),
  write(
    "POST /api/nachrichten/freigabe",
    {
      ...forAdmins,
      summary: "Das Senden freigeben, nachdem die Daten von anderswo kamen",
      description:
        "Was bis dahin wartete, wird unklar: Von dort kann es schon hinausgegangen sein. Einzeln wird es noch einmal gesendet oder erledigt.",
      reply: VersandReply,
      services: true,
      refusals: { conflict: "Das Senden ist nicht angehalten" },
    },
    ({ tenant, actor, services }) => {
      releaseVersand(tenant, actor, services.mailService)
      return showVersand(tenant, services.mailService)
    },
  ),
  read(
    "GET /api/nachrichten/:id",
    {
      ...forOffice,
      summary: "Was aus einer E-Mail wurde, Empfänger für Empfänger",
      reply: NachrichtReply,
      etag: true,
      refusals: { missing: GONE },
    },
    ({ tenant, params }) => getNachricht(tenant, params.id),
  ),
  write(
    "POST /api/nachrichten/:id/noch-einmal",
    {
      ...forOffice,
      summary: "Noch einmal senden, an alle, die sie nicht sicher haben",
      reply: NachrichtReply,
      services: true,
      refusals: { ...refusals, ...ifUnchanged },
    },
    ({ tenant, actor, params, services, ifMatch }) =>
      sendAgain(tenant, actor, params.id, services.mailService, ifMatch),
  ),
  write(
    "POST /api/nachrichten/:id/erledigt",
    {
      ...forOffice,
      summary:
        "Erledigt: Eine wartende wird nicht mehr gesendet, um eine fehlerhafte kümmert sich niemand mehr",
      reply: NachrichtReply,
      refusals: { ...refusals, ...ifUnchanged },
    },
    ({ tenant, actor, params, ifMatch }) => closeNachricht(tenant, actor, params.id, ifMatch),
  ),
]
