import { Type } from "@sinclair/typebox"
import { Maybe } from "../../../lib/fields.ts"
import { GONE } from "../../shared/kundenkopf.ts"
import { Page, pageQuery } from "../../shared/page.ts"
import { read, type Route } from "../../frame/route.ts"
import { EventReply } from "./model.ts"
import { listEreignisse } from "./rules.ts"
import { forOffice } from "../../frame/options.ts"

export const ereignisseRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/ereignisse",
    {
      ...forOffice,
      summary: "Was bei einem Kunden zuletzt gebucht wurde, je Vorgang, das Neueste zuerst",
      description:
        "Mit Artikeln, wer es gebucht und wer dafür unterschrieben hat; ohne limit zwanzig Vorgänge.",
      query: pageQuery(["-lfd_nr"], {
        limit: Maybe(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
      }),
      // All bookings of a customer are read to count them.
      long: ({ total }: { total?: boolean }) => total === true,
      reply: Page(EventReply),
      refusals: { missing: GONE },
    },
    ({ tenant, params, query }) => listEreignisse(tenant, params.id, query),
  ),
]
