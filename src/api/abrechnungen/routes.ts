import { Type } from "@sinclair/typebox"
import { abrechnungsarten } from "../../db/schema/values.ts"
import { Datum, Maybe, OneOf, Uuid } from "../../lib/fields.ts"
import { findKept } from "../belege/ablage.ts"
import { PDF, printAndKeep } from "../belege/drucken.ts"
import { openBeleg } from "../belege/rules.ts"
import { Page, pageQuery } from "../page.ts"
import { created } from "../reply.ts"
import { free, read, type Route, write } from "../route.ts"
import { admins, office } from "../session.ts"
import { composeAbrechnung } from "./beleg.ts"
import { previewLauf } from "./lauf.ts"
import { listAbrechnungen } from "./liste.ts"
import {
  AbrechnungReply,
  AbrechnungZeile,
  LaufZeile,
  NewAbrechnung,
  NewGegenbeleg,
  VorschauReply,
} from "./model.ts"
import { cancelAbrechnung, createAbrechnung, getAbrechnung, previewAbrechnung } from "./rules.ts"

export const abrechnungenRoutes: Route[] = [
  read(
    "GET /api/abrechnungen",
    {
      scope: "tenant",
      roles: office,
      summary: "Alle Abrechnungen und ihre Gegenbelege, die neueste zuerst",
      query: pageQuery(["-datum", "datum"], {
        kunde_id: Maybe(Uuid()),
        von: Maybe(Datum({ description: "Ausgestellt an diesem Tag oder später" })),
        bis: Maybe(Datum({ description: "Ausgestellt an diesem Tag oder früher" })),
        art: Maybe(OneOf(abrechnungsarten)),
      }),
      reply: Page(AbrechnungZeile),
    },
    ({ tenant, query }) => listAbrechnungen(tenant, query),
  ),
  read(
    "GET /api/abrechnungen/lauf",
    {
      scope: "tenant",
      roles: office,
      summary: "Was ein Abrechnungslauf bis zu einem Tag abrechnen würde, Kunde für Kunde",
      description: "Alle mit monatlicher Abrechnung, die etwas offen haben; ohne etwas festzuschreiben.",
      query: pageQuery(["name"], { bis: Datum({ description: "Letzter Tag des Monats" }) }),
      reply: Page(LaufZeile),
    },
    ({ tenant, query }) => previewLauf(tenant, query),
  ),
  read(
    "GET /api/abrechnungen/vorschau",
    {
      scope: "tenant",
      roles: office,
      summary: "Was eine Abrechnung bis zu einem Tag enthielte, ohne etwas festzuschreiben",
      query: Type.Object({ kunde_id: Uuid(), bis: Datum() }, { additionalProperties: false }),
      reply: VorschauReply,
      refusals: {
        missing: "Kunde nicht gefunden",
        conflict: "Für einen Tag ist kein Umsatzsteuersatz bekannt",
      },
    },
    ({ tenant, query: { kunde_id, bis } }) => {
      const { buchungen, steuern, ...entwurf } = previewAbrechnung(tenant, kunde_id, bis)
      return {
        kunde_id,
        bis,
        ...entwurf,
        buchungen: buchungen.length,
        ende_cent: entwurf.anfang_cent + entwurf.summe_cent,
        brutto_cent: entwurf.netto_cent + entwurf.ust_cent,
        steuern: steuern.map((steuer) => ({ ...steuer, brutto_cent: steuer.netto_cent + steuer.ust_cent })),
      }
    },
  ),
  write(
    "POST /api/abrechnungen",
    {
      scope: "tenant",
      roles: office,
      summary: "Das Pfandkonto eines Kunden abrechnen",
      description:
        "Alles, was noch in keiner geltenden Abrechnung steht und bis zum Ende des Zeitraums erfasst wurde. Die Abrechnung ist unveränderlich; eine falsche wird durch einen Gegenbeleg storniert.",
      body: NewAbrechnung,
      reply: AbrechnungReply,
      creates: true,
      refusals: {
        missing: "Kunde nicht gefunden",
        conflict:
          "Nichts abzurechnen, der Zeitraum ist schon abgerechnet, oder die id schon anders verwendet",
      },
    },
    function* ({ tenant, actor, body }) {
      const { abrechnung, first } = yield* createAbrechnung(tenant, actor, body)
      return created(abrechnung, first)
    },
  ),
  read(
    "GET /api/abrechnungen/:id",
    {
      scope: "tenant",
      roles: office,
      summary: "Eine Abrechnung mit ihren Posten und Steuern",
      reply: AbrechnungReply,
      refusals: { missing: "Abrechnung nicht gefunden" },
    },
    ({ tenant, params }) => getAbrechnung(tenant, params.id),
  ),
  free(
    "GET /api/abrechnungen/:id/abrechnung.pdf",
    {
      scope: "tenant",
      roles: office,
      summary: "Die Abrechnung als PDF; sie wird aufbewahrt",
      file: PDF,
      refusals: { missing: "Abrechnung nicht gefunden" },
    },
    async ({ params: { id }, ...context }) => {
      // As it was printed first: the customer's address may be another by now.
      const kept = findKept(context.tenant, "abrechnung", id)
      if (kept) return openBeleg(context.tenant, context.services.turns, kept.id)
      const { druck, zeile } = composeAbrechnung(context.tenant, id)
      const { kunde_id, von, bis } = zeile
      return printAndKeep(context, druck, { art: "abrechnung", bezug_id: id, kunde_id, von, bis })
    },
  ),
  write(
    "POST /api/abrechnungen/:id/storno",
    {
      scope: "tenant",
      roles: admins,
      summary: "Eine Abrechnung durch einen Gegenbeleg aufheben; ihre Buchungen sind danach wieder offen",
      body: NewGegenbeleg,
      reply: AbrechnungReply,
      creates: true,
      refusals: {
        missing: "Abrechnung nicht gefunden",
        conflict: "Bereits storniert, oder selbst ein Storno",
      },
    },
    ({ tenant, actor, params, body }) => {
      const { abrechnung, first } = cancelAbrechnung(tenant, actor, params.id, body)
      return created(abrechnung, first)
    },
  ),
]
