import { forAdmins } from "../frame/options.ts"
import { read, type Route, write } from "../frame/route.ts"
import { Page, pageQuery } from "../shared/page.ts"
import { NewProgrammzugang, NewProgrammzugangReply, ProgrammzugangReply } from "./model.ts"
import {
  createProgrammzugang,
  GONE,
  listProgrammzugaenge,
  programmzugaengeList,
  revokeProgrammzugang,
} from "./rules.ts"

export const programmzugaengeRoutes: Route[] = [
  read(
    "GET /api/programmzugaenge",
    {
      ...forAdmins,
      summary: "Welche Programme Zugang haben, das Neueste zuerst",
      query: pageQuery(programmzugaengeList.sorts, {}),
      reply: Page(ProgrammzugangReply),
    },
    ({ tenant, query }) => listProgrammzugaenge(tenant, query),
  ),
  write(
    "POST /api/programmzugaenge",
    {
      ...forAdmins,
      summary: "Einem Programm Zugang geben",
      description:
        "Die Antwort nennt den Schlüssel, einmal und nie wieder; gespeichert wird nur seine Prüfsumme. Er wird als Authorization: Bearer … gesendet. Ein Programm darf höchstens, was das Büro darf, und davon nur, wofür es das Recht hat.",
      body: NewProgrammzugang,
      reply: NewProgrammzugangReply,
      creates: true,
      refusals: { conflict: "Zu viele Zugänge, oder die id wurde schon anders verwendet" },
    },
    ({ tenant, actor, body }) => createProgrammzugang(tenant, actor, body),
  ),
  write(
    "POST /api/programmzugaenge/:id/widerruf",
    {
      ...forAdmins,
      summary: "Einem Programm den Zugang nehmen, ab der nächsten Anfrage",
      reply: ProgrammzugangReply,
      refusals: { missing: GONE },
    },
    ({ tenant, actor, params }) => revokeProgrammzugang(tenant, actor, params.id),
  ),
]
