import { Type } from "@sinclair/typebox"
import { Maybe, OneOf, Uuid } from "../../lib/fields.ts"
import { loop } from "../../lib/turns.ts"
import { inventur as inventurDruck } from "../../print/dokumente/inventur.ts"
import { CSV } from "../../print/export/csv.ts"
import { dateiname, PDF, print } from "../belege/printing.ts"
import { Page, pageQuery, SearchedPage } from "../shared/page.ts"
import { Document } from "../frame/reply.ts"
import { read, readFree, type Route, write } from "../frame/route.ts"
import { closeInventur, previewAbschluss } from "./abschluss.ts"
import { composeReport, writeReport } from "./report.ts"
import {
  AbschlussPreview,
  AbschlussQuery,
  ErfassungReply,
  ResultReply,
  GeraetDecision,
  CountedReply,
  InventurAbschluss,
  inventurenFilter,
  InventurpositionReply,
  InventurListItem,
  InventurReply,
  NewErfassung,
  NewInventur,
  ZaehlungReply,
} from "./model.ts"
import { decideGeraet, listPositionen, positionenList, sumResult, withErgebnis } from "./positionen.ts"
import { discardInventur, getInventur, inventurenList, listInventuren, openInventur } from "./rules.ts"
import {
  addErfassung,
  isLongCount,
  isLongRemoval,
  listZaehlungen,
  removeErfassung,
  sumCounted,
  zaehlungenList,
} from "./zaehlungen.ts"
import { forEveryone, forOffice } from "../frame/options.ts"

const missing = "Inventur nicht gefunden"
const one = { reply: InventurReply, etag: true } as const
const ended = "Die Inventur ist abgeschlossen oder verworfen"
const notClosed = { missing, conflict: "Noch nicht abgeschlossen" }
const untraced = "about articles and devices, not about customers"

export const inventurenRoutes: Route[] = [
  read(
    "GET /api/inventuren",
    {
      ...forEveryone,
      summary: "Zählungen des Hofs, die neueste zuerst",
      query: pageQuery(inventurenList.sorts, {
        ...inventurenFilter,
        ergebnis: Maybe(Type.Boolean({ description: "Sagt im Büro zu jeder, was sie ergeben hat" })),
      }),
      reply: SearchedPage(InventurListItem),
    },
    ({ tenant, actor, query: { ergebnis, ...query } }) => {
      const page = listInventuren(tenant, query)
      if (!ergebnis || actor.rolle === "fahrer") return page
      return { ...page, items: withErgebnis(tenant, page.items) }
    },
  ),
  write(
    "POST /api/inventuren",
    {
      ...forOffice,
      summary: "Eine Inventur eröffnen; eine zur Zeit",
      body: NewInventur,
      ...one,
      creates: true,
      refusals: { conflict: "Es wird schon gezählt, oder die id wurde schon anders verwendet" },
    },
    ({ tenant, actor, body }) => openInventur(tenant, actor, body),
  ),
  read(
    "GET /api/inventuren/:id",
    {
      ...forEveryone,
      summary: "Eine Inventur",
      ...one,
      refusals: { missing },
    },
    ({ tenant, params }) => getInventur(tenant, params.id),
  ),
  read(
    "GET /api/inventuren/:id/gezaehlt",
    {
      ...forEveryone,
      summary: "Was bisher gezählt ist, je Artikel und Person",
      reply: CountedReply,
      polled: true,
      refusals: { missing },
    },
    ({ tenant, params }) => sumCounted(tenant, params.id),
  ),
  read(
    "GET /api/inventuren/:id/zaehlungen",
    {
      ...forEveryone,
      summary: "Die gezählten Zeilen, die neueste zuerst",
      query: pageQuery(zaehlungenList.sorts, {
        gezaehlt_von: Maybe(Uuid()),
        pfandartikel_id: Maybe(Uuid()),
      }),
      reply: Page(ZaehlungReply),
      refusals: { missing },
    },
    ({ tenant, params, query }) => listZaehlungen(tenant, params.id, query),
  ),
  write(
    "POST /api/inventuren/:id/zaehlungen",
    {
      ...forEveryone,
      summary: "Festhalten, was jemand gezählt hat; es kommt zu dem dazu, was schon gezählt ist",
      body: NewErfassung,
      isLongWrite: isLongCount,
      reply: ErfassungReply,
      creates: true,
      refusals: { missing: "Inventur, Artikel oder Gerät nicht gefunden", conflict: ended },
    },
    ({ tenant, actor, params, body }) => addErfassung(tenant, actor, params.id, body),
  ),
  write(
    "DELETE /api/inventuren/:id/zaehlungen/:erfassung_id",
    {
      ...forEveryone,
      summary: "Zurücknehmen, was auf einmal eingegeben wurde; ein Fahrer nur seines",
      isLongWrite: isLongRemoval,
      refusals: {
        missing: "Inventur oder Zeilen nicht gefunden",
        conflict: ended,
        forbidden: "Das hat jemand anders gezählt",
      },
    },
    ({ tenant, actor, params }) => removeErfassung(tenant, actor, params.id, params.erfassung_id),
  ),
  read(
    "GET /api/inventuren/:id/abschluss",
    {
      ...forOffice,
      summary: "Was vor dem Abschluss nachzuzählen ist: was abweicht, und was niemand gezählt hat",
      long: true,
      query: AbschlussQuery,
      reply: AbschlussPreview,
      refusals: { missing, conflict: `${ended}, oder zu lange offen` },
    },
    ({ tenant, params, query }) => previewAbschluss(tenant, params.id, query.abweichung === true),
  ),
  write(
    "POST /api/inventuren/:id/abschluss",
    {
      ...forOffice,
      summary: "Abschließen: was gezählt wurde, ist der Bestand",
      description:
        "Was sich bewegt hat, nachdem eine Zeile gezählt war, wird dazugerechnet und genannt. Erst jetzt steht da, was erwartet war.",
      body: InventurAbschluss,
      // A count may store a line for every article.
      isLongWrite: () => true,
      ...one,
      refusals: { missing, conflict: `${ended}, leer oder zu lange offen` },
    },
    ({ tenant, actor, params, body }) => closeInventur(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/inventuren/:id/verwerfen",
    {
      ...forOffice,
      summary: "Ohne Ergebnis beenden; der Bestand bleibt, wie er war",
      ...one,
      refusals: { missing, conflict: ended },
    },
    ({ tenant, actor, params }) => discardInventur(tenant, actor, params.id),
  ),
  read(
    "GET /api/inventuren/:id/ergebnis",
    {
      ...forOffice,
      summary: "Was eine abgeschlossene Inventur ergeben hat, in einer Zeile",
      reply: ResultReply,
      refusals: notClosed,
    },
    ({ tenant, params }) => sumResult(tenant, params.id),
  ),
  read(
    "GET /api/inventuren/:id/positionen",
    {
      ...forOffice,
      summary: "Gezählt gegen erwartet, Artikel und Geräte",
      query: pageQuery(positionenList.sorts, {
        was: Maybe(OneOf(["artikel", "geraete", "abweichungen"])),
      }),
      reply: Page(InventurpositionReply),
      refusals: notClosed,
    },
    ({ tenant, params, query }) => listPositionen(tenant, params.id, query),
  ),
  write(
    "POST /api/inventuren/:id/geraete/:geraet_id",
    {
      ...forOffice,
      summary: "Was aus einem Gerät wird, das nicht am Platz war, und warum",
      body: GeraetDecision,
      reply: InventurpositionReply,
      refusals: {
        missing: "Inventur nicht gefunden, oder das Gerät steht nicht darin",
        conflict:
          "Noch nicht abgeschlossen, das Gerät wurde seitdem bewegt, oder dieser Wechsel ist nicht möglich",
        forbidden: "Ausmustern darf nur die Verwaltung",
      },
    },
    ({ tenant, actor, params, body }) => decideGeraet(tenant, actor, params.id, params.geraet_id, body),
  ),
  readFree(
    "GET /api/inventuren/:id/bericht.pdf",
    {
      ...forOffice,
      summary: "Der Bericht, gedruckt",
      file: PDF,
      untraced,
      refusals: { ...notClosed, "too large": "Mehr Zeilen, als der Server Arbeitsspeicher hat" },
    },
    async ({ tenant, params, signal }) => {
      const caller = { tenant, signal }
      const report = await loop.through(tenant.id, composeReport(tenant, params.id), caller)
      return print(caller, inventurDruck(report))
    },
  ),
  read(
    "GET /api/inventuren/:id/bericht.csv",
    {
      ...forOffice,
      summary: "Der Bericht als Tabelle",
      file: "text/csv",
      untraced,
      refusals: notClosed,
    },
    ({ tenant, params }) => {
      const { bezeichnung } = getInventur(tenant, params.id)
      return new Document(writeReport(tenant, params.id), CSV, dateiname(`Inventur ${bezeichnung}`, "csv"))
    },
  ),
]
