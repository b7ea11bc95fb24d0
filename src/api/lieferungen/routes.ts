import { Type } from "@sinclair/typebox"
import { isSearched, pageQuery, SearchedPage } from "../shared/page.ts"
import { withCode, createLink, requireLinks } from "../belege/links.ts"
import { noRoom, PDF, print, printAndKeep, keepPrinted } from "../belege/printing.ts"
import { LinkReply } from "../belege/model.ts"
import { conflict } from "../../lib/refusal.ts"
import { free, read, readAndKeep, type Route, write } from "../frame/route.ts"
import { getLieferung, lieferungenList, listLieferungen } from "./read.ts"
import { isLongStopp } from "./long-writes.ts"
import { composeLieferschein } from "./lieferschein.ts"
import {
  Abschluss,
  Fehlschlag,
  LieferStorno,
  lieferungenFilter,
  LieferungListItem,
  LieferungPatch,
  LieferungReply,
  Replan,
  NewLieferung,
  Start,
  AttemptReply,
} from "./model.ts"
import { changeLieferung, createLieferung } from "./plan.ts"
import {
  failLieferung,
  replanLieferung,
  undoReplan,
  completeLieferung,
  startLieferung,
  cancelLieferung,
} from "./rules.ts"
import { listAttempts } from "./attempts.ts"
import { forEveryone, forOffice, ifUnchanged } from "../frame/options.ts"

const gone = { missing: "Lieferung nicht gefunden (auch: einem anderen Fahrer zugeteilt)" }
const record = { reply: LieferungReply, etag: "composed", refusals: gone } as const

export const lieferungenRoutes: Route[] = [
  read(
    "GET /api/lieferungen",
    {
      ...forEveryone,
      summary: "Alle Lieferungen; ein Fahrer sieht nur seine eigenen",
      query: pageQuery(lieferungenList.sorts, lieferungenFilter),
      long: isSearched,
      reply: SearchedPage(LieferungListItem),
    },
    ({ tenant, actor, query }) => listLieferungen(tenant, actor, query),
  ),
  write(
    "POST /api/lieferungen",
    {
      ...forOffice,
      ...record,
      summary: "Eine Lieferung planen",
      body: NewLieferung,
      creates: true,
      refusals: {
        missing: "Kunde, Fahrer, Artikel oder Gerät nicht gefunden",
        conflict: "Kunde, Fahrer oder Artikel nicht aktiv, Gerät ausgemustert, id vergeben",
      },
    },
    ({ tenant, actor, body }) => createLieferung(tenant, actor, body),
  ),
  read(
    "GET /api/lieferungen/:id",
    { ...forEveryone, ...record, summary: "Eine Lieferung mit ihren Positionen" },
    ({ tenant, actor, params }) => getLieferung(tenant, actor, params.id),
  ),
  read(
    "GET /api/lieferungen/:id/versuche",
    {
      ...forEveryone,
      summary: "Frühere Versuche, sie zuzustellen, der letzte zuerst",
      description: "Der jetzige Versuch steht bei der Lieferung selbst. Ein Fahrer sieht nur seine eigenen.",
      reply: Type.Object({ items: Type.Array(AttemptReply) }),
      refusals: gone,
    },
    ({ tenant, actor, params }) => listAttempts(tenant, actor, params.id),
  ),
  write(
    "PATCH /api/lieferungen/:id",
    {
      ...forOffice,
      ...record,
      summary: "Eine geplante Lieferung ändern; positionen ersetzt alle Positionen",
      body: LieferungPatch,
      refusals: {
        ...ifUnchanged,
        missing: "Lieferung, Fahrer, Artikel oder Gerät nicht gefunden",
        conflict: "Nicht mehr geplant; Fahrer oder Artikel nicht aktiv, Gerät ausgemustert",
      },
    },
    ({ tenant, actor, params, body, ifMatch }) => changeLieferung(tenant, actor, params.id, body, ifMatch),
  ),
  readAndKeep(
    "GET /api/lieferungen/:id/lieferschein.pdf",
    {
      ...forEveryone,
      summary: "Der Lieferschein als PDF: wie geplant, oder mit Unterschrift, Fotos und Pfandkonto",
      description: "Der einer zugestellten Lieferung wird aufbewahrt.",
      file: PDF,
      untraced: "one customer's paper, kept with who printed it",
      refusals: { missing: "Lieferung nicht gefunden", ...noRoom },
    },
    async ({ params: { id }, ...context }) => {
      const { tenant, actor, services } = context
      const composed = await composeLieferschein(tenant, actor, services, id)
      if (composed.lieferung.status !== "zugestellt") return print(context, composed.druck)
      return printAndKeep(context, composed)
    },
  ),
  free(
    "POST /api/lieferungen/:id/link",
    {
      ...forEveryone,
      summary: "Dem Kunden seinen Lieferschein geben: ein Link, den er ohne Anmeldung öffnet",
      description:
        "Nur von einer zugestellten Lieferung. Der Lieferschein wird dabei aufbewahrt. Jeder Aufruf macht einen neuen Link; frühere gelten weiter.",
      reply: LinkReply,
      refusals: {
        missing: "Lieferung nicht gefunden",
        conflict: "Noch nicht zugestellt, oder es gibt keine Links",
      },
    },
    async ({ params: { id }, ...context }) => {
      const { tenant, actor, services } = context
      const composed = await composeLieferschein(tenant, actor, services, id)
      requireLinks(tenant, services.adresse)
      if (composed.lieferung.status !== "zugestellt")
        throw conflict("Einen Link gibt es erst, wenn die Lieferung zugestellt ist")
      const { kept } = await keepPrinted(context, composed)
      return withCode(await context.commit(() => createLink(tenant, actor, kept.id, services.adresse)))
    },
  ),
  write(
    "POST /api/lieferungen/:id/start",
    {
      ...forEveryone,
      ...record,
      summary: "Losfahren",
      body: Start,
      refusals: { ...gone, conflict: "Nicht geplant" },
    },
    ({ tenant, actor, params, body }) => startLieferung(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/lieferungen/:id/abschluss",
    {
      ...forEveryone,
      ...record,
      summary: "Zustellen: bucht das Pfand und bewegt die Geräte, genau einmal",
      description:
        "Darf beliebig oft wiederholt werden. Geplante Positionen, die nicht genannt sind, zählen als 0; nicht geplante kommen hinzu.",
      body: Abschluss,
      largeBody: true,
      isLongWrite: ({ tenant, params, body: { positionen } }) =>
        isLongStopp(tenant, { lieferung_id: params["id"] ?? "", positionen }),
      refusals: {
        ...gone,
        conflict:
          "Nicht unterwegs, anders abgeschlossen, inzwischen anders geplant, oder ein Gerät ist nicht dort, wo es sein müsste",
      },
    },
    ({ tenant, actor, params, body }) => completeLieferung(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/lieferungen/:id/fehlschlag",
    {
      ...forEveryone,
      ...record,
      summary: "Melden, dass nicht zugestellt werden konnte",
      body: Fehlschlag,
      refusals: { ...gone, conflict: "Nicht unterwegs" },
    },
    ({ tenant, actor, params, body }) => failLieferung(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/lieferungen/:id/storno",
    {
      ...forOffice,
      ...record,
      summary: "Eine geplante Lieferung absagen",
      body: LieferStorno,
      refusals: { ...gone, conflict: "Nicht mehr geplant" },
    },
    ({ tenant, actor, params, body }) => cancelLieferung(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/lieferungen/:id/neu-planen",
    {
      ...forOffice,
      ...record,
      summary: "Eine fehlgeschlagene Lieferung auf einen anderen Tag legen",
      body: Replan,
      refusals: { ...gone, conflict: "Nicht fehlgeschlagen, oder Kunde oder Fahrer nicht aktiv" },
    },
    ({ tenant, actor, params, body }) => replanLieferung(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/lieferungen/:id/neu-planen/ruecknahme",
    {
      ...forOffice,
      ...record,
      summary: "Das Neuplanen zurücknehmen: die Lieferung ist wieder nicht zugestellt",
      refusals: { ...gone, ...ifUnchanged, conflict: "Nicht neu geplant, oder seither geändert" },
    },
    ({ tenant, actor, params, ifMatch }) => undoReplan(tenant, actor, params.id, ifMatch),
  ),
]
