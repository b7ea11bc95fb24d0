import { Page, pageQuery } from "../shared/page.ts"
import { free, read, type Route } from "../frame/route.ts"
import { AnfangsimportReply, NewRuecknahme } from "./model.ts"
import {
  anfangsimportList,
  GONE,
  listAnfangsimporte,
  reverseAnfangsimport,
  takeBackAnfangsimport,
} from "./rules.ts"
import { forAdmins } from "../frame/options.ts"

export const anfangsbestaendeRoutes: Route[] = [
  read(
    "GET /api/anfangsbestaende",
    {
      ...forAdmins,
      summary: "Die Übernahmen von Anfangsbeständen, die neueste zuerst",
      query: pageQuery(anfangsimportList.sorts, {}),
      reply: Page(AnfangsimportReply),
    },
    ({ tenant, query }) => listAnfangsimporte(tenant, query),
  ),
  free(
    "POST /api/anfangsbestaende/:id/storno",
    {
      ...forAdmins,
      summary: "Eine Übernahme von Anfangsbeständen als Ganzes zurücknehmen",
      description:
        "Solange bei keinem ihrer Kunden danach gebucht wurde. Die eines Auftrags in Teilen, vom letzten an: Bucht jemand währenddessen, hält sie dort und sagt es.",
      body: NewRuecknahme,
      reply: AnfangsimportReply,
      refusals: { missing: GONE, conflict: "Danach wurde gebucht, oder sie ist schon zurückgenommen" },
      inThread: ({ tenant, actor, body }) => reverseAnfangsimport(tenant, actor, body),
    },
    (context) => takeBackAnfangsimport(context, context.params.id, context.body),
  ),
]
