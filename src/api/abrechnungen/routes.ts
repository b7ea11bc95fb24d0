import {
  GONE,
  AbrechnungReply,
  AbrechnungZeile,
  abrechnungenFilter,
  LaufPreview,
  LaufSumme,
  NewAbrechnung,
  NewGegenbeleg,
  PreviewReply,
  RechnungReply,
} from "./model.ts"
import { notePost, takeBackPost } from "./postversand.ts"
import { kunden, tenants } from "../../db/schema.ts"
import { Datum, Maybe, OneOf, Uuid } from "../../lib/fields.ts"
import { findKept } from "../belege/ablage.ts"
import { noRoom, PDF, printAndKeep } from "../belege/printing.ts"
import { openBeleg } from "../belege/rules.ts"
import { isSearched, Page, pageQuery, searched, SearchedPage } from "../shared/page.ts"
import { read, readAndKeep, type Route, write } from "../frame/route.ts"
import { composeAbrechnung } from "./beleg.ts"
import { isWithoutUst } from "./calculate.ts"
import { previewLauf, sumLauf } from "./lauf.ts"
import { listAbrechnungen } from "./list.ts"
import { amountsOf, findMissing, formOf, hasUstAbroad, withBrutto } from "./pflicht.ts"
import { openXml, type ProfileName, readRechnung, toBelege, XML } from "./xml.ts"
import { getAbrechnung } from "./read.ts"
import { isLongSettlement, isLongStorno, settledBy } from "./open.ts"
import { createAbrechnung, previewAbrechnung } from "./rules.ts"
import { cancelAbrechnung } from "./storno.ts"
import { forAdmins, forOffice } from "../frame/options.ts"
import { Input } from "../shared/schema.ts"

const noXml = {
  missing: GONE,
  conflict: "Es gibt sie nur als PDF, oder es fehlte etwas, als sie ausgestellt wurde",
}

/** Hands out a settlement as a structured invoice of a profile. */
const xmlRoute = (
  name: string,
  profile: ProfileName,
  words: { summary: string; description?: string },
): Route =>
  readAndKeep(
    `GET /api/abrechnungen/:id/${name}.xml`,
    {
      ...forOffice,
      ...words,
      file: XML,
      untraced: "one customer's invoice, kept with who made it",
      refusals: noXml,
    },
    ({ params: { id }, ...context }) => openXml(context, id, profile),
  )

export const abrechnungenRoutes: Route[] = [
  read(
    "GET /api/abrechnungen",
    {
      ...forOffice,
      summary: "Alle Abrechnungen und ihre Stornos, die neueste zuerst",
      query: pageQuery(["-datum", "datum"], {
        ...searched(
          "Kunde (Wortanfänge in Name, Nummer, Anschrift, Telefon) oder Nummer: abr-2026-0, 2026-12, 12",
        ),
        ...abrechnungenFilter,
      }),
      long: isSearched,
      reply: SearchedPage(AbrechnungZeile),
    },
    ({ tenant, query }) => listAbrechnungen(tenant, query),
  ),
  read(
    "GET /api/abrechnungen/lauf",
    {
      ...forOffice,
      summary: "Was ein Abrechnungslauf bis zu einem Tag abrechnen würde, Kunde für Kunde",
      description:
        "Alle mit monatlicher Abrechnung, die etwas offen haben; ohne etwas festzuschreiben. Mit abrechnung=je_lieferung die anderen, die etwas offen haben: Der Lauf rechnet sie nicht ab.",
      query: pageQuery(["name"], {
        bis: Datum({ description: "Letzter Tag des Monats" }),
        abrechnung: Maybe(
          OneOf(["monatlich", "je_lieferung"], { description: "Wie mit dem Kunden vereinbart: monatlich" }),
        ),
      }),
      long: true,
      reply: Page(LaufPreview),
    },
    ({ tenant, query }) => previewLauf(tenant, query),
  ),
  read(
    "GET /api/abrechnungen/lauf/summe",
    {
      ...forOffice,
      summary: "Wie viele Kunden ein Abrechnungslauf bis zu einem Tag abrechnen würde, und worüber zusammen",
      query: Input({ bis: Datum({ description: "Letzter Tag des Monats" }) }),
      long: true,
      reply: LaufSumme,
    },
    ({ tenant, query: { bis } }) => sumLauf(tenant, bis),
  ),
  read(
    "GET /api/abrechnungen/vorschau",
    {
      ...forOffice,
      summary: "Was eine Abrechnung bis zu einem Tag enthielte, ohne etwas festzuschreiben",
      query: Input({ kunde_id: Uuid(), bis: Datum() }),
      long: true,
      reply: PreviewReply,
      refusals: {
        missing: "Kunde nicht gefunden",
        conflict: "Mehr offene Buchungen, als in eine Abrechnung passen",
      },
    },
    ({ tenant, query: { kunde_id, bis } }) => {
      const { abrechnung_ist, ...firma } = tenant.get(tenants, tenant.id)
      const draft = previewAbrechnung(tenant, kunde_id, bis)
      const { buchungen: _, verschiebungen: __, gefragt: ___, steuern, ...entwurf } = draft
      const { art, land } = tenant.get(kunden, kunde_id)
      return {
        kunde_id,
        bis,
        ...entwurf,
        buchungen: settledBy(draft).length,
        ende_cent: entwurf.anfang_cent + entwurf.summe_cent,
        ...amountsOf({ abrechnung_ist, ...entwurf }),
        abrechnung_ist,
        form: formOf({ abrechnung_ist, kleinunternehmer: isWithoutUst(firma, steuern), art, steuern }),
        ausland_mit_ust: hasUstAbroad({ land }, { abrechnung_ist, ...entwurf }),
        hindernis: findMissing(tenant, kunde_id, entwurf),
        steuern: steuern.map(withBrutto),
      }
    },
  ),
  write(
    "POST /api/abrechnungen",
    {
      ...forOffice,
      summary: "Das Pfandkonto eines Kunden abrechnen",
      description:
        "Alles, was noch in keiner geltenden Abrechnung steht und bis zum Ende des Zeitraums erfasst wurde, und was Anfangsbestände, Verluste und ihre Stornos seither an Steuer von einem Satz zum anderen verschoben haben. Die Abrechnung ist unveränderlich; eine falsche wird storniert.",
      body: NewAbrechnung,
      isLongWrite: isLongSettlement,
      reply: AbrechnungReply,
      creates: true,
      refusals: {
        missing: "Kunde nicht gefunden",
        conflict:
          "Briefkopf der Firma oder Anschrift des Kunden unvollständig, nichts abzurechnen, der Zeitraum ist schon abgerechnet, der Betrag nicht der erwartete, oder die id schon anders verwendet",
      },
    },
    ({ tenant, actor, body }) => createAbrechnung(tenant, actor, body),
  ),
  read(
    "GET /api/abrechnungen/:id",
    {
      ...forOffice,
      summary: "Eine Abrechnung mit ihren Posten und Steuern",
      reply: AbrechnungReply,
      refusals: { missing: GONE },
    },
    ({ tenant, params }) => getAbrechnung(tenant, params.id),
  ),
  readAndKeep(
    "GET /api/abrechnungen/:id/abrechnung.pdf",
    {
      ...forOffice,
      summary: "Die Abrechnung als PDF; sie wird aufbewahrt",
      file: PDF,
      untraced: "one customer's paper, kept with who printed it",
      refusals: { missing: GONE, ...noRoom },
    },
    async ({ params: { id }, ...context }) => {
      // The document as it was printed first: the customer may have moved since.
      const kept = findKept(context.tenant, "abrechnung", id)
      if (kept) return openBeleg(context.tenant, kept.id)
      const composed = composeAbrechnung(context.tenant, id)
      const { paper, beside } = toBelege(composed)
      return printAndKeep(context, { druck: composed.druck, beleg: paper }, beside)
    },
  ),
  write(
    "PUT /api/abrechnungen/:id/postversand",
    {
      ...forOffice,
      summary: "Vermerken, dass eine Abrechnung per Post hinausging",
      reply: AbrechnungReply,
      refusals: {
        missing: GONE,
        conflict: "Eine E-Mail damit wartet noch auf den Versand",
      },
    },
    ({ tenant, actor, params }) => {
      notePost(tenant, actor, params.id)
      return getAbrechnung(tenant, params.id)
    },
  ),
  write(
    "DELETE /api/abrechnungen/:id/postversand",
    {
      ...forOffice,
      summary: "Den Vermerk zurücknehmen, dass eine Abrechnung per Post hinausging",
      refusals: { missing: GONE },
    },
    ({ tenant, actor, params }) => takeBackPost(tenant, actor, params.id),
  ),
  xmlRoute("xrechnung", "xrechnung", {
    summary: "Die Abrechnung als XRechnung 3.0; sie wird aufbewahrt",
    description:
      "Für Behörden ist sie die Rechnung, für andere Kunden in Deutschland ein Mehrstück. Was sie braucht und fehlte, als die Abrechnung ausgestellt wurde, wird genannt.",
  }),
  xmlRoute("factur-x", "en16931", {
    summary: "Die Rechnung nach EN 16931, wie sie im PDF steckt (ZUGFeRD); sie wird aufbewahrt",
  }),
  readAndKeep(
    "GET /api/abrechnungen/:id/rechnungsfelder",
    {
      ...forOffice,
      summary: "Was in der Rechnung als XML steht, Feld für Feld auf Deutsch; sie wird aufbewahrt",
      reply: RechnungReply,
      refusals: noXml,
    },
    ({ params: { id }, ...context }) => readRechnung(context, id),
  ),
  write(
    "POST /api/abrechnungen/:id/storno",
    {
      ...forAdmins,
      summary: "Eine Abrechnung stornieren; ihre Buchungen sind danach wieder offen",
      body: NewGegenbeleg,
      isLongWrite: isLongStorno,
      reply: AbrechnungReply,
      creates: true,
      refusals: {
        missing: GONE,
        conflict: "Bereits storniert, oder selbst ein Storno",
      },
    },
    ({ tenant, actor, params, body }) => cancelAbrechnung(tenant, actor, params.id, body),
  ),
]
