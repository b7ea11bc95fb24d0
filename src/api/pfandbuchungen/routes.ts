import { Maybe, Uuid, zeitraum } from "../../lib/fields.ts"
import { Page, pageQuery } from "../page.ts"
import { created } from "../reply.ts"
import { read, type Route, write } from "../route.ts"
import { admins, office } from "../session.ts"
import { listBuchungen } from "./filter.ts"
import { art, BuchungEintrag, NewStorno, NewVorgang, VorgangReply } from "./model.ts"
import { buchungen, createVorgang, reverseVorgang } from "./rules.ts"

export const pfandbuchungenRoutes: Route[] = [
  read(
    "GET /api/pfandbuchungen",
    {
      scope: "tenant",
      roles: office,
      summary: "Das Pfandbuch, die neueste Buchung zuerst",
      description:
        "Nach Art gefiltert oder nach Artikel und Person zugleich, wird das Pfandbuch stückweise durchsucht: eine Seite kann dann weniger Buchungen haben als verlangt, auch keine. Solange next_cursor nicht null ist, geht es damit weiter.",
      query: pageQuery(buchungen.sorts, {
        kunde_id: Maybe(Uuid()),
        pfandartikel_id: Maybe(Uuid()),
        geraet_id: Maybe(Uuid()),
        vorgang_id: Maybe(Uuid()),
        lieferung_id: Maybe(Uuid()),
        art: Maybe(art),
        gebucht_von: Maybe(Uuid({ description: "Wer gebucht hat" })),
        ...zeitraum,
      }),
      reply: Page(BuchungEintrag),
    },
    ({ tenant, query }) => listBuchungen(tenant, query),
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
    function* ({ tenant, actor, body }) {
      const { vorgang, first } = yield* createVorgang(tenant, actor, body)
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
    function* ({ tenant, actor, params, body }) {
      const { vorgang, first } = yield* reverseVorgang(tenant, actor, params.vorgang_id, body)
      return created(vorgang, first)
    },
  ),
]
