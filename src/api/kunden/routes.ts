import { GONE } from "../shared/kundenkopf.ts"
import { Type } from "@sinclair/typebox"
import { removeFiles } from "../pictures/files.ts"
import { pageQuery, SearchedPage } from "../shared/page.ts"
import { free, read, type Route, write } from "../frame/route.ts"
import { Maybe } from "../../lib/fields.ts"
import { kundenFilter, KundePatch, KundeReply, LoeschungReply, NewKunde, UsualReply } from "./model.ts"
import { removeJobFiles } from "../../lib/job-files.ts"
import { eraseKunde } from "./loeschung.ts"
import { listRueckgaben } from "./rueckgaben.ts"
import { changeKunde, createKunde, deleteKunde, getKunde, kundenList, listKunden, shownTo } from "./rules.ts"
import { withSaldo } from "../pfandsalden/rules.ts"
import { forAdmins, forEveryone, forOffice, ifUnchanged } from "../frame/options.ts"
import { requireRecht } from "../programmzugaenge/rechte.ts"

const gone = { missing: GONE }
const record = { reply: KundeReply, etag: true, refusals: gone } as const

const WITHOUT = "Fahrer lesen weder notiz noch debitor_nr: beide sind dann null."

export const kundenRoutes: Route[] = [
  read(
    "GET /api/kunden",
    {
      ...forEveryone,
      summary: "Alle Kunden, oder die gefundenen",
      description:
        "q sucht in Nummer, Name, Ansprechpartner, Adresse, Telefon und E-Mail nach Wortanfängen; mueller, muller und Müller finden dasselbe. Zuerst steht, wessen Nummer oder Name so beginnt, dann alle nach Namen; von sehr vielen werden nur die ersten zweihundert geordnet. Mit sort stehen sie in dieser Reihenfolge, wenn es höchstens tausend sind. ort meint den ganzen Namen des Ortes, ebenso geschrieben oder anders. Leer gelassen zählen beide nicht. " +
        WITHOUT,
      query: pageQuery(kundenList.sorts, {
        ...kundenFilter,
        saldo: Maybe(Type.Boolean({ description: "Sagt zu jedem, wie viel Pfand er hat" })),
      }),
      reply: SearchedPage(KundeReply),
    },
    ({ tenant, actor, query: { saldo, ...query } }) => {
      if (saldo) requireRecht(actor, "buchungen.lesen", "Mit saldo=true steht da, wie viel Pfand jeder hat.")
      const page = listKunden(tenant, query)
      const items = page.items.map((kunde) => shownTo(actor, kunde))
      return { ...page, items: saldo ? withSaldo(tenant, items) : items }
    },
  ),
  write(
    "POST /api/kunden",
    {
      ...forOffice,
      ...record,
      summary: "Einen Kunden anlegen",
      body: NewKunde,
      creates: true,
      refusals: { conflict: "Kundennummer oder id bereits vergeben" },
    },
    ({ tenant, actor, body }) => createKunde(tenant, actor, body),
  ),
  read(
    "GET /api/kunden/:id",
    { ...forEveryone, ...record, summary: "Ein Kunde", description: WITHOUT },
    ({ tenant, actor, params }) => shownTo(actor, getKunde(tenant, params.id)),
  ),
  read(
    "GET /api/kunden/:id/rueckgaben",
    {
      ...forEveryone,
      summary: "Was ein Kunde meist zurückgibt, das Häufigste zuerst",
      description:
        "Nach den letzten Lieferungen und Buchungen, dahinter, was er hat und noch nie zurückgab, und zuletzt, wovon er gerade nichts hat; höchstens zwölf Artikel.",
      reply: Type.Object({ items: Type.Array(UsualReply) }),
      refusals: gone,
    },
    ({ tenant, params }) => listRueckgaben(tenant, params.id),
  ),
  write(
    "PATCH /api/kunden/:id",
    {
      ...forOffice,
      ...record,
      summary: "Einen Kunden ändern oder deaktivieren",
      body: KundePatch,
      refusals: { ...gone, ...ifUnchanged, conflict: "Kundennummer bereits vergeben" },
    },
    ({ tenant, actor, params, body, ifMatch }) => changeKunde(tenant, actor, params.id, body, ifMatch),
  ),
  write(
    "DELETE /api/kunden/:id",
    {
      ...forOffice,
      summary: "Einen Kunden löschen, zu dem es noch nichts gibt",
      refusals: {
        ...gone,
        ...ifUnchanged,
        conflict: "Es gibt Buchungen, Lieferungen, Standorte, Geräte oder Bilder zu diesem Kunden",
      },
    },
    ({ tenant, actor, params, ifMatch }) => deleteKunde(tenant, actor, params.id, ifMatch),
  ),
  free(
    "POST /api/kunden/:id/loeschung",
    {
      ...forAdmins,
      summary: "Die Daten einer Person löschen (DSGVO Art. 17)",
      description:
        "Leert Name, Adresse, Notizen, Bilder und Unterschriften des Kunden, auch im Protokoll; endgültig. Die Buchungen bleiben, wie sie sind; was davon noch nicht abgerechnet ist (GET /api/abrechnungen/vorschau), bitte vorher abrechnen: danach geht keine Abrechnung mehr hinaus, und eine Rechnung über mehr als 250 € wird abgelehnt. War der Kunde schon gelöscht, werden die Abschriften im Protokoll geleert, und die Antwort ist 204. aufbewahrt sagt, was das Gesetz zu behalten verlangt, bis wann und warum.",
      reply: LoeschungReply,
      etag: true,
      refusals: gone,
      // It may change thousands of deliveries.
      inThread: ({ tenant, actor, params }) => eraseKunde(tenant, actor, params["id"] ?? ""),
    },
    async ({ services, tenant, writeLong }) => {
      const { kunde, files, aufbewahrt } = await writeLong<ReturnType<typeof eraseKunde>>(undefined)
      await removeFiles(services.uploads.folder, files)
      removeJobFiles(services.uploads.folder, tenant.id)
      services.checkpoint()
      return kunde && { ...kunde, aufbewahrt }
    },
  ),
]
