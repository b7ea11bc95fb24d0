import { zip, type ZipFile } from "../../lib/zip.ts"
import { requireSeenSumme, sumLauf } from "../abrechnungen/lauf.ts"
import { notePostIfOpen, paperOf } from "../abrechnungen/postversand.ts"
import { dateiname, PDF } from "../belege/printing.ts"
import {
  NewSammelversand,
  SammelumfangReply,
  SammelversandReply,
  SammelvorschauReply,
} from "../nachrichten/model.ts"
import { chunksOf } from "../../lib/chunks.ts"
import { AT_ONCE, awaitsEmail, countMany, previewMany, sendMany } from "../nachrichten/sammelversand.ts"
import { Page, pageQuery } from "../shared/page.ts"
import { isCarriedOut } from "../shared/claim.ts"
import { Document } from "../frame/reply.ts"
import { free, read, readFree, type Route } from "../frame/route.ts"
import { AuftragWithFaults, AuftragReply, Druckwahl, NewAuftrag, PostversandReply } from "./model.ts"
import { filesOf, joinAuftrag, type OrderFile, papersOf, settledBy, titleOf } from "./papers.ts"
import { createAuftrag, getAuftrag, listAuftraege, requireLauf } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

const asZipFile = ({ daten, ...datei }: OrderFile): ZipFile => ({ ...datei, pieces: [daten] })

const refusals = { missing: "Auftrag nicht gefunden", conflict: "Noch nicht fertig, oder ohne Datei" }

export const auftraegeRoutes: Route[] = [
  read(
    "GET /api/auftraege",
    {
      ...forOffice,
      summary: "Was für viele Kunden auf einmal gemacht wurde oder wird, das Neueste zuerst",
      query: pageQuery(["-erstellt_am"], {}),
      reply: Page(AuftragReply),
    },
    ({ tenant, query }) => listAuftraege(tenant, query),
  ),
  free(
    "POST /api/auftraege",
    {
      ...forOffice,
      summary:
        "Einen Monat abrechnen, oder Kontoauszüge, Saldenbestätigungen oder Erinnerungen für viele drucken",
      description:
        "abrechnungslauf: alle Kunden mit monatlicher Abrechnung, die etwas offen haben. Läuft nebenher; er darf wiederholt und nach einem Abbruch fortgesetzt werden, ohne dass etwas doppelt geschieht. Ort und aktiv sind die von heute, der Fahrer hatte den Kunden im Zeitraum auf seiner Tour (stornierte Stopps zählen nicht), Bestand und Alter gelten für das Ende des Zeitraums; wer nicht dazugehört, zählt als übergangen.",
      body: NewAuftrag,
      reply: AuftragWithFaults,
      creates: true,
      refusals: {
        conflict:
          "Die id wurde schon anders verwendet, es warten schon 20 Aufträge, der Briefkopf ist unvollständig, oder der Lauf käme auf etwas anderes als erwartet",
      },
    },
    async ({ tenant, actor, services, body: { erwartet, ...body }, commit, readLong }) => {
      // A repetition stays the same request, whatever would be settled by then.
      const isKnown = body.id !== undefined && isCarriedOut(tenant, "auftraege", body.id)
      if (erwartet && !isKnown) {
        const bis = requireLauf(tenant, body)
        const there = { route: "GET /api/abrechnungen/lauf/summe", params: {}, query: { bis } }
        requireSeenSumme(await readLong(there, () => sumLauf(tenant, bis)), erwartet)
      }
      const auftrag = await commit(() => createAuftrag(tenant, actor, body))
      services.auftraege.kick()
      return auftrag
    },
  ),
  read(
    "GET /api/auftraege/:id",
    {
      ...forOffice,
      summary: "Wie weit ein Auftrag ist, und was nicht ging",
      reply: AuftragWithFaults,
      refusals: { missing: refusals.missing },
    },
    ({ tenant, params }) => getAuftrag(tenant, params.id),
  ),
  readFree(
    "GET /api/auftraege/:id/versand",
    {
      ...forOffice,
      summary: "Betreff und Text einer der E-Mails, die jetzt hinausgingen",
      reply: SammelvorschauReply,
      refusals,
    },
    async ({ tenant, services, params, readLong }) => {
      const there = { route: "GET /api/auftraege/:id/versand/umfang", params }
      const umfang = await readLong(there, () => countMany(tenant, papersOf(tenant, params.id)))
      return previewMany(tenant, services.adresse, umfang)
    },
  ),
  read(
    "GET /api/auftraege/:id/versand/umfang",
    {
      ...forOffice,
      summary: "Wie viele E-Mails jetzt hinausgingen, und was nicht",
      long: true,
      reply: SammelumfangReply,
      refusals,
    },
    ({ tenant, params }) => countMany(tenant, papersOf(tenant, params.id)),
  ),
  free(
    "POST /api/auftraege/:id/versand",
    {
      ...forOffice,
      summary: "Alles, was ein fertiger Auftrag machte, an die Kunden versenden, die E-Mails wollen",
      description:
        "Darf wiederholt werden: Was schon versandt ist oder es vielleicht ist, wird nicht noch einmal gesendet.",
      body: NewSammelversand,
      reply: SammelversandReply,
      refusals: {
        ...refusals,
        conflict:
          "Noch nicht fertig, es wird nichts gesendet, oder es ginge etwas anderes hinaus als erwartet",
      },
    },
    ({ params, body, ...context }) =>
      sendMany(context, () => papersOf(context.tenant, params.id), body.erwartet),
  ),
  free(
    "POST /api/auftraege/:id/postversand",
    {
      ...forOffice,
      summary:
        "Von allem, was ein fertiger Abrechnungslauf abrechnete, vermerken, dass es per Post hinausging",
      description:
        "Außer dem, was schon hinausging, dem, womit eine E-Mail wartet oder unklar ist, und dem, was der Kunde per E-Mail will und noch niemand versandt hat. Darf wiederholt werden.",
      reply: PostversandReply,
      refusals: { ...refusals, conflict: "Noch nicht fertig, oder kein Abrechnungslauf" },
    },
    async ({ tenant, actor, params, commit }) => {
      const reply = { vermerkt: 0, per_email_offen: 0 }
      for (const some of chunksOf(settledBy(tenant, params.id), AT_ONCE))
        await commit(() => {
          for (const { id } of some) {
            const paper = paperOf(tenant, id)
            if (paper && awaitsEmail(tenant, paper)) reply.per_email_offen++
            else if (paper && notePostIfOpen(tenant, actor, id)) reply.vermerkt++
          }
        })
      return reply
    },
  ),
  read(
    "GET /api/auftraege/:id/belege.zip",
    {
      ...forOffice,
      summary: "Alle Belege eines fertigen Auftrags als ZIP",
      description: "Ein PDF für jeden; neben dem einer Behörde liegt ihre XRechnung (XML).",
      file: "application/zip",
      traced: "auftraege.exportiert",
      refusals,
    },
    ({ tenant, params }) => {
      // They are compressed already.
      const content = zip(filesOf(tenant, params.id).map(asZipFile), { compress: false })
      return new Document(content, "application/zip", dateiname(titleOf(tenant, params.id), "zip"))
    },
  ),
  read(
    "GET /api/auftraege/:id/druck.pdf",
    {
      ...forOffice,
      summary: "Alle in einer Datei für den Drucker, wie sie aufbewahrt sind",
      description:
        "Nur Seiten: elektronische Rechnungen (XML) sind nicht darin, und ihr Titel sagt es. Verschickt werden die einzelnen Dateien.",
      query: Druckwahl,
      file: PDF,
      traced: "auftraege.exportiert",
      refusals,
    },
    ({ tenant, params, query }) => {
      const { titel, teile } = joinAuftrag(tenant, params.id, query.weg ?? "alle")
      return new Document(teile, PDF, dateiname(titel, "pdf"))
    },
  ),
]
