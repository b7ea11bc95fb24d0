import { inventurStatus } from "../../db/schema/values.ts"
import { Maybe, OneOf, Uuid } from "../../lib/fields.ts"
import { inventur as inventurDruck } from "../../print/dokumente/inventur.ts"
import { CSV } from "../../print/export/csv.ts"
import { dateiname, PDF, print } from "../belege/drucken.ts"
import { Page, pageQuery } from "../shared/page.ts"
import { created, Document } from "../frame/reply.ts"
import { free, read, type Route, write } from "../frame/route.ts"
import { everyone, office } from "../frame/session.ts"
import { closeInventur } from "./abschluss.ts"
import { composeBericht, writeBericht } from "./bericht.ts"
import {
  AbschlussVorschau,
  ErfassungReply,
  ErgebnisReply,
  GeraetEntscheidung,
  GezaehltReply,
  InventurAbschluss,
  InventurpositionReply,
  InventurReply,
  NewErfassung,
  NewInventur,
  ZaehlungReply,
} from "./model.ts"
import { decideGeraet, listPositionen, positionenListe, sumErgebnis } from "./positionen.ts"
import { discardInventur, getInventur, inventurenListe, listInventuren, openInventur } from "./rules.ts"
import { previewAbschluss } from "./vorschau.ts"
import { addErfassung, listZaehlungen, removeErfassung, sumGezaehlt, zaehlungenListe } from "./zaehlungen.ts"

const scope = "tenant"
const missing = "Inventur nicht gefunden"
const ended = "Die Inventur ist abgeschlossen oder verworfen"
const untraced = "about articles and devices, not about customers"

export const inventurenRoutes: Route[] = [
  read(
    "GET /api/inventuren",
    {
      scope,
      roles: everyone,
      summary: "Zählungen des Hofs, die neueste zuerst",
      query: pageQuery(inventurenListe.sorts, { status: Maybe(OneOf(inventurStatus)) }),
      reply: Page(InventurReply),
    },
    ({ tenant, query }) => listInventuren(tenant, query),
  ),
  write(
    "POST /api/inventuren",
    {
      scope,
      roles: office,
      summary: "Eine Inventur eröffnen; eine zur Zeit",
      body: NewInventur,
      reply: InventurReply,
      creates: true,
      etag: true,
      refusals: { conflict: "Es wird schon gezählt, oder die id wurde schon anders verwendet" },
    },
    ({ tenant, actor, body }) => {
      const { inventur, first } = openInventur(tenant, actor, body)
      return created(inventur, first)
    },
  ),
  read(
    "GET /api/inventuren/:id",
    {
      scope,
      roles: everyone,
      summary: "Eine Inventur",
      reply: InventurReply,
      etag: true,
      refusals: { missing },
    },
    ({ tenant, params }) => getInventur(tenant, params.id),
  ),
  read(
    "GET /api/inventuren/:id/gezaehlt",
    {
      scope,
      roles: everyone,
      summary: "Was bisher gezählt ist, je Artikel und Person",
      reply: GezaehltReply,
      polled: true,
      refusals: { missing },
    },
    ({ tenant, params }) => sumGezaehlt(tenant, params.id),
  ),
  read(
    "GET /api/inventuren/:id/zaehlungen",
    {
      scope,
      roles: everyone,
      summary: "Die gezählten Zeilen, die neueste zuerst",
      query: pageQuery(zaehlungenListe.sorts, {
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
      scope,
      roles: everyone,
      summary: "Festhalten, was jemand gezählt hat; es kommt zu dem dazu, was schon gezählt ist",
      body: NewErfassung,
      reply: ErfassungReply,
      creates: true,
      refusals: { missing: "Inventur, Artikel oder Gerät nicht gefunden", conflict: ended },
    },
    ({ tenant, actor, params, body }) => {
      const { first, ...erfassung } = addErfassung(tenant, actor, params.id, body)
      return created(erfassung, first)
    },
  ),
  write(
    "DELETE /api/inventuren/:id/zaehlungen/:erfassung_id",
    {
      scope,
      roles: everyone,
      summary: "Zurücknehmen, was auf einmal eingegeben wurde; ein Fahrer nur seines",
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
      scope,
      roles: office,
      summary: "Was vor dem Abschluss nachzuzählen ist: was abweicht, und was niemand gezählt hat",
      description: "Um wie viel es abweicht, steht erst nach dem Abschluss da.",
      long: true,
      reply: AbschlussVorschau,
      refusals: { missing, conflict: `${ended}, oder zu lange offen` },
    },
    ({ tenant, params }) => previewAbschluss(tenant, params.id),
  ),
  write(
    "POST /api/inventuren/:id/abschluss",
    {
      scope,
      roles: office,
      summary: "Abschließen: was gezählt wurde, ist der Bestand",
      description:
        "Was sich bewegt hat, nachdem eine Zeile gezählt war, wird dazugerechnet und genannt. Erst jetzt steht da, was erwartet war.",
      body: InventurAbschluss,
      // It stores a line for every article.
      bulk: () => true,
      reply: InventurReply,
      etag: true,
      refusals: { missing, conflict: `${ended}, leer oder zu lange offen` },
    },
    ({ tenant, actor, params, body }) => closeInventur(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/inventuren/:id/verwerfen",
    {
      scope,
      roles: office,
      summary: "Ohne Ergebnis beenden; der Bestand bleibt, wie er war",
      reply: InventurReply,
      etag: true,
      refusals: { missing, conflict: ended },
    },
    ({ tenant, actor, params }) => discardInventur(tenant, actor, params.id),
  ),
  read(
    "GET /api/inventuren/:id/ergebnis",
    {
      scope,
      roles: office,
      summary: "Was eine abgeschlossene Inventur ergeben hat, in einer Zeile",
      reply: ErgebnisReply,
      refusals: { missing, conflict: "Noch nicht abgeschlossen" },
    },
    ({ tenant, params }) => sumErgebnis(tenant, params.id),
  ),
  read(
    "GET /api/inventuren/:id/positionen",
    {
      scope,
      roles: office,
      summary: "Gezählt gegen erwartet, Artikel und Geräte",
      query: pageQuery(positionenListe.sorts, {
        was: Maybe(OneOf(["artikel", "geraete", "abweichungen"])),
      }),
      reply: Page(InventurpositionReply),
      refusals: { missing, conflict: "Noch nicht abgeschlossen" },
    },
    ({ tenant, params, query }) => listPositionen(tenant, params.id, query),
  ),
  write(
    "POST /api/inventuren/:id/geraete/:geraet_id",
    {
      scope,
      roles: office,
      summary: "Was aus einem Gerät wird, das nicht am Platz war, und warum",
      body: GeraetEntscheidung,
      reply: InventurpositionReply,
      refusals: {
        missing: "Inventur nicht gefunden, oder das Gerät steht nicht darin",
        conflict: "Noch nicht abgeschlossen, oder dieser Wechsel ist nicht möglich",
        forbidden: "Ausmustern darf nur ein Administrator",
      },
    },
    ({ tenant, actor, params, body }) => decideGeraet(tenant, actor, params.id, params.geraet_id, body),
  ),
  free(
    "GET /api/inventuren/:id/bericht.pdf",
    {
      scope,
      roles: office,
      summary: "Der Bericht, gedruckt",
      file: PDF,
      untraced,
      refusals: { missing, conflict: "Noch nicht abgeschlossen" },
    },
    ({ tenant, params }) => print(tenant, inventurDruck(composeBericht(tenant, params.id))),
  ),
  read(
    "GET /api/inventuren/:id/bericht.csv",
    {
      scope,
      roles: office,
      summary: "Der Bericht als Tabelle",
      file: "text/csv",
      untraced,
      refusals: { missing, conflict: "Noch nicht abgeschlossen" },
    },
    ({ tenant, params }) => {
      const { bezeichnung } = getInventur(tenant, params.id)
      return new Document(writeBericht(tenant, params.id), CSV, dateiname(`Inventur ${bezeichnung}`, "csv"))
    },
  ),
]
