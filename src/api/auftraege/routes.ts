import { dateiname, PDF } from "../belege/drucken.ts"
import { Page, pageQuery } from "../page.ts"
import { created, Document } from "../reply.ts"
import { free, read, type Route } from "../route.ts"
import { office } from "../session.ts"
import { pieceStream } from "../stream.ts"
import { zipStream } from "./archiv.ts"
import { AuftragMitFehlern, AuftragReply, NewAuftrag } from "./model.ts"
import { createAuftrag, filesOf, getAuftrag, joinAuftrag, listAuftraege } from "./rules.ts"

const scope = "tenant"
const refusals = { missing: "Auftrag nicht gefunden", conflict: "Noch nicht fertig, oder ohne Datei" }

export const auftraegeRoutes: Route[] = [
  read(
    "GET /api/auftraege",
    {
      scope,
      roles: office,
      summary: "Was für viele Kunden auf einmal gemacht wurde oder wird, das Neueste zuerst",
      query: pageQuery(["-erstellt_am"], {}),
      reply: Page(AuftragReply),
    },
    ({ tenant, query }) => listAuftraege(tenant, query),
  ),
  free(
    "POST /api/auftraege",
    {
      scope,
      roles: office,
      summary:
        "Einen Monat abrechnen, oder Kontoauszüge, Saldenbestätigungen oder Erinnerungen für viele drucken",
      description:
        "abrechnungslauf: alle Kunden mit monatlicher Abrechnung, die etwas offen haben. Läuft in einem eigenen Prozess; er darf wiederholt und nach einem Abbruch fortgesetzt werden, ohne dass etwas doppelt geschieht. Die Auswahl (Ort, aktiv, Fahrer, Bestand, Alter) gilt für das Ende des Zeitraums; wer nicht dazugehört, zählt als übergangen.",
      body: NewAuftrag,
      reply: AuftragMitFehlern,
      creates: true,
      refusals: { conflict: "Die id wurde schon anders verwendet, oder es warten schon 20 Aufträge" },
    },
    async ({ tenant, actor, services, body, commit }) => {
      const { auftrag, first } = await commit(() => createAuftrag(tenant, actor, body))
      services.auftraege.kick()
      return created(auftrag, first)
    },
  ),
  read(
    "GET /api/auftraege/:id",
    {
      scope,
      roles: office,
      summary: "Wie weit ein Auftrag ist, und was nicht ging",
      reply: AuftragMitFehlern,
      refusals: { missing: refusals.missing },
    },
    ({ tenant, params }) => getAuftrag(tenant, params.id),
  ),
  read(
    "GET /api/auftraege/:id/belege.zip",
    {
      scope,
      roles: office,
      summary: "Alle Belege eines fertigen Auftrags als ZIP",
      file: "application/zip",
      refusals,
    },
    ({ tenant, params }) =>
      new Document(zipStream(filesOf(tenant, params.id)), "application/zip", "Belege.zip"),
  ),
  read(
    "GET /api/auftraege/:id/druck.pdf",
    {
      scope,
      roles: office,
      summary: "Alle in einer Datei für den Drucker, wie sie aufbewahrt sind",
      file: PDF,
      refusals,
    },
    ({ tenant, params }) => {
      const { titel, teile } = joinAuftrag(tenant, params.id)
      return new Document(pieceStream(teile), PDF, dateiname(titel, "pdf"))
    },
  ),
]
