import { Type } from "@sinclair/typebox"
import { Maybe, Uuid, period } from "../../lib/fields.ts"
import { isSearched, pageQuery, searched, SearchedPage } from "../shared/page.ts"
import { read, type Route } from "../frame/route.ts"
import { EntryReply } from "./model.ts"
import { entries, listEntries } from "./rules.ts"
import { forAdmins } from "../frame/options.ts"

export const protokollRoutes: Route[] = [
  read(
    "GET /api/protokoll",
    {
      ...forAdmins,
      summary: "Wer wann was geändert oder mitgenommen hat, das Neueste zuerst",
      query: pageQuery(entries.sorts, {
        ...searched("Wer etwas geändert hat, oder wen oder was: Kunde, Gerät, Artikel, Mitarbeiter"),
        tabelle: Maybe(Type.String({ maxLength: 100, examples: ["kunden"] })),
        datensatz_id: Maybe(Type.String({ maxLength: 100 })),
        mitarbeiter_id: Maybe(Uuid()),
        ...period,
      }),
      long: isSearched,
      reply: SearchedPage(EntryReply),
    },
    ({ tenant, query }) => listEntries(tenant, query),
  ),
]
