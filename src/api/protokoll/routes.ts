import { isSearched, pageQuery, SearchedPage } from "../shared/page.ts"
import { read, type Route } from "../frame/route.ts"
import { EntryReply, protokollFilter } from "./model.ts"
import { entries, listEntries } from "./rules.ts"
import { forAdmins } from "../frame/options.ts"

export const protokollRoutes: Route[] = [
  read(
    "GET /api/protokoll",
    {
      ...forAdmins,
      summary: "Wer wann was geändert oder mitgenommen hat, das Neueste zuerst",
      query: pageQuery(entries.sorts, protokollFilter),
      long: isSearched,
      reply: SearchedPage(EntryReply),
    },
    ({ tenant, query }) => listEntries(tenant, query),
  ),
]
