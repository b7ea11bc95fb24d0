import { kunden } from "../../db/schema.ts"
import { Page, pageQuery } from "../page.ts"
import { created } from "../reply.ts"
import { free, read, type Route, write } from "../route.ts"
import { admins, everyone, office } from "../session.ts"
import { Maybe, Uuid } from "../../lib/fields.ts"
import { listSalden, pfandkonto } from "./konto.ts"
import {
  BuchungReply,
  NewStorno,
  NewVorgang,
  PfandkontoReply,
  PruefungReply,
  SaldoReply,
  VorgangReply,
} from "./model.ts"
import { pruefe } from "./pruefung.ts"
import { buchungen, bucheVorgang, storniereVorgang } from "./rules.ts"

export const pfandRoutes: Route[] = [
  read(
    "GET /api/pfandbuchungen",
    {
      scope: "tenant",
      roles: office,
      summary: "Das Pfandbuch, die neueste Buchung zuerst",
      query: pageQuery(["-lfd_nr", "lfd_nr"], {
        kunde_id: Maybe(Uuid()),
        pfandartikel_id: Maybe(Uuid()),
        geraet_id: Maybe(Uuid()),
        vorgang_id: Maybe(Uuid()),
        lieferung_id: Maybe(Uuid()),
      }),
      reply: Page(BuchungReply),
    },
    ({ tenant, query }) => buchungen.page(tenant, query),
  ),
  write(
    "POST /api/pfandbuchungen",
    {
      scope: "tenant",
      roles: office,
      summary: "Ausgabe, Rücknahme, Anfangsbestand oder Korrektur buchen",
      description:
        "Ein Gebinde wird als seine Teile gebucht. Korrekturen, Anfangsbestände und eigene Beträge sind Administratoren vorbehalten.",
      body: NewVorgang,
      reply: VorgangReply,
      creates: true,
      refusals: {
        missing: "Kunde, Artikel oder Gerät nicht gefunden",
        conflict:
          "Kunde oder Artikel nicht aktiv, ein Gerät nicht dort, wo es sein müsste, oder die id schon anders verwendet",
      },
    },
    ({ tenant, actor, body }) => {
      const { vorgang, first } = bucheVorgang(tenant, actor, body)
      return created(vorgang, first)
    },
  ),
  write(
    "POST /api/pfandbuchungen/:vorgang_id/storno",
    {
      scope: "tenant",
      roles: admins,
      summary: "Einen Vorgang durch seine genaue Gegenbuchung aufheben",
      body: NewStorno,
      reply: VorgangReply,
      creates: true,
      refusals: {
        missing: "Vorgang nicht gefunden",
        conflict: "Bereits storniert, selbst ein Storno, oder ein Gerät ist fort",
      },
    },
    ({ tenant, actor, params, body }) => {
      const { vorgang, first } = storniereVorgang(tenant, actor, params.vorgang_id, body)
      return created(vorgang, first)
    },
  ),
  read(
    "GET /api/kunden/:id/pfandkonto",
    {
      scope: "tenant",
      roles: everyone,
      summary: "Was ein Kunde hat und wie viel Pfand das ist",
      reply: PfandkontoReply,
      refusals: { missing: "Kunde nicht gefunden" },
    },
    ({ tenant, params }) => pfandkonto(tenant, params.id),
  ),
  read(
    "GET /api/kunden/:id/pfandbuchungen",
    {
      scope: "tenant",
      roles: office,
      summary: "Alle Buchungen eines Kunden, die neueste zuerst",
      query: pageQuery(["-lfd_nr", "lfd_nr"], {}),
      reply: Page(BuchungReply),
      refusals: { missing: "Kunde nicht gefunden" },
    },
    ({ tenant, params, query }) => {
      const kunde_id = tenant.need(kunden, params.id, "Kunde nicht gefunden").id
      return buchungen.page(tenant, Object.assign(query, { kunde_id }))
    },
  ),
  read(
    "GET /api/pfandsalden",
    {
      scope: "tenant",
      roles: office,
      summary: "Alle Kunden mit ihrem Pfandsaldo, der größte zuerst",
      query: pageQuery(["-wert_cent"], {}),
      reply: Page(SaldoReply),
    },
    ({ tenant, query }) => listSalden(tenant, query),
  ),
  free(
    "GET /api/pfandpruefung",
    {
      scope: "tenant",
      roles: admins,
      summary: "Prüft Pfandbuch, Salden und Hash-Kette gegeneinander",
      slow: true,
      reply: PruefungReply,
    },
    ({ tenant }) => pruefe(tenant),
  ),
]
