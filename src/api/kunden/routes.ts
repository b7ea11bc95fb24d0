import { Type } from "@sinclair/typebox"
import { removeFiles } from "./bilder/files.ts"
import { Page, pageQuery } from "../../http/page.ts"
import { created } from "../../http/reply.ts"
import { respond } from "../../http/respond.ts"
import { free, read, type Route, write } from "../../http/route.ts"
import { Aktiv, Maybe } from "../../lib/fields.ts"
import { KundePatch, KundeReply, NewKunde } from "./model.ts"
import { loeschePerson } from "./loeschung.ts"
import { changeKunde, createKunde, deleteKunde, kundenSorts, listKunden, zeigeKunde } from "./rules.ts"

const office = ["superadmin", "admin", "user"] as const
const gone = { 404: "Kunde nicht gefunden" }

export const kundenRoutes: Route[] = [
  read(
    "GET /api/kunden",
    {
      scope: "tenant",
      roles: [...office, "fahrer"],
      summary: "Alle Kunden, oder die gefundenen",
      description:
        "q sucht in Nummer, Name, Ansprechpartner, Adresse, Telefon und E-Mail nach Wortanfängen; mueller, muller und Müller finden dasselbe. Gefundene stehen in der Reihenfolge, in der sie angelegt wurden. ort meint den ganzen Namen des Ortes, ebenso geschrieben oder anders. Leer gelassen zählen beide nicht.",
      query: pageQuery(kundenSorts, {
        q: Maybe(Type.String({ maxLength: 200 })),
        ort: Maybe(Type.String({ maxLength: 100, examples: ["Lüneburg"] })),
        aktiv: Maybe(Aktiv()),
      }),
      reply: Page(KundeReply),
    },
    ({ tenant, query }) => listKunden(tenant, query),
  ),
  write(
    "POST /api/kunden",
    {
      scope: "tenant",
      roles: office,
      summary: "Einen Kunden anlegen",
      body: NewKunde,
      reply: KundeReply,
      status: 201,
      etag: true,
      errors: { 409: "Kundennummer oder id bereits vergeben" },
    },
    ({ tenant, actor, body }) => {
      const { kunde, first } = createKunde(tenant, actor, body)
      return created(kunde, first)
    },
  ),
  read(
    "GET /api/kunden/:id",
    {
      scope: "tenant",
      roles: [...office, "fahrer"],
      summary: "Ein Kunde",
      reply: KundeReply,
      etag: true,
      errors: gone,
    },
    ({ tenant, params }) => zeigeKunde(tenant, params["id"] ?? ""),
  ),
  write(
    "PATCH /api/kunden/:id",
    {
      scope: "tenant",
      roles: office,
      summary: "Einen Kunden ändern oder deaktivieren",
      body: KundePatch,
      reply: KundeReply,
      etag: true,
      errors: { ...gone, 409: "Kundennummer bereits vergeben", 412: "Inzwischen geändert" },
    },
    ({ tenant, actor, params, body, ifMatch }) =>
      changeKunde(tenant, actor, params["id"] ?? "", body, ifMatch),
  ),
  write(
    "DELETE /api/kunden/:id",
    {
      scope: "tenant",
      roles: office,
      summary: "Einen Kunden löschen, zu dem es noch nichts gibt",
      errors: { ...gone, 409: "Es gibt Buchungen, Lieferungen, Geräte oder Bilder zu diesem Kunden" },
    },
    ({ tenant, actor, params }) => deleteKunde(tenant, actor, params["id"] ?? ""),
  ),
  free(
    "POST /api/kunden/:id/loeschung",
    {
      scope: "tenant",
      roles: ["superadmin", "admin"],
      summary: "Die Daten einer Person löschen (DSGVO Art. 17)",
      description:
        "Leert Name, Adresse, Notizen, Bilder und Unterschriften des Kunden, auch im Protokoll; endgültig. Die Buchungen bleiben, wie sie sind. War der Kunde schon gelöscht, werden die Abschriften im Protokoll geleert, und die Antwort ist 204.",
      reply: KundeReply,
      etag: true,
      errors: gone,
    },
    async ({ deps, request, tenant, actor, params }) => {
      const { kunde, dateien } = await deps.system.write(() =>
        loeschePerson(tenant, actor, params["id"] ?? ""),
      )
      await removeFiles(deps.config.uploadsDir, dateien)
      deps.system.emptyLog()
      return kunde ?? respond(request, 204, null, {})
    },
  ),
]
