import { saldenuebernahme } from "../../print/dokumente/saldenuebernahme.ts"
import { findKept } from "../belege/ablage.ts"
import { noRoom, PDF, printAndKeep } from "../belege/printing.ts"
import { openBeleg } from "../belege/rules.ts"
import { isSearched, pageQuery, SearchedPage } from "../shared/page.ts"
import { free, read, readAndKeep, type Route, write } from "../frame/route.ts"
import { isLongBooking, isLongStorno } from "./long-writes.ts"
import { buchungenList, isUnindexed, listBuchungen } from "./list.ts"
import {
  buchungenFilter,
  BuchungListItem,
  NewStorno,
  NewVorgang,
  NewPreview,
  VorgangReply,
  PreviewReply,
} from "./model.ts"
import { createVorgang, previewVorgang, reverseVorgang } from "./rules.ts"
import { composeSaldenuebernahme } from "./saldenuebernahme.ts"
import { forOffice } from "../frame/options.ts"

export const pfandbuchungenRoutes: Route[] = [
  read(
    "GET /api/pfandbuchungen",
    {
      ...forOffice,
      summary: "Das Pfandbuch, die neueste Buchung zuerst",
      description:
        "Nach Art gefiltert oder nach Artikel und Person zugleich, wird das Pfandbuch stückweise durchsucht: eine Seite kann dann weniger Buchungen haben als verlangt, auch keine. Solange next_cursor nicht null ist, geht es damit weiter.",
      query: pageQuery(buchungenList.sorts, buchungenFilter),
      long: (query) => isSearched(query) || isUnindexed(query),
      reply: SearchedPage(BuchungListItem),
    },
    ({ tenant, query }) => listBuchungen(tenant, query),
  ),
  write(
    "POST /api/pfandbuchungen",
    {
      ...forOffice,
      summary: "Ausgabe, Rücknahme, Anfangsbestand oder Korrektur buchen",
      description:
        "Ein Gebinde wird als seine Teile gebucht. Was zurückkommt, ist wert, was dafür bezahlt wurde, die ältesten Stücke zuerst: eine Rücknahme wird zu mehreren Buchungen, wo das verschiedene Beträge sind; mehr, als ausgegeben wurde, zum Pfand von heute (was es wird, sagt die Vorschau). Korrekturen, Anfangsbestände und eigene Beträge sind der Verwaltung vorbehalten.",
      body: NewVorgang,
      isLongWrite: isLongBooking,
      reply: VorgangReply,
      creates: true,
      refusals: {
        missing: "Kunde, Artikel, Gerät oder Lieferung nicht gefunden",
        conflict:
          "Kunde oder Artikel nicht aktiv, ein Gerät nicht dort, wo es sein müsste, die id schon anders verwendet, oder die Lieferung ist eines anderen Kunden, nicht zugestellt, nicht storniert oder schon neu gebucht",
      },
    },
    ({ tenant, actor, body }) => createVorgang(tenant, actor, body),
  ),
  free(
    "POST /api/pfandbuchungen/vorschau",
    {
      ...forOffice,
      summary: "Was gebucht würde; gebucht wird nichts",
      description:
        "Jetzt gebucht, wird aus diesen Positionen genau das: dieselbe Rechnung bucht. Ein Grund braucht nicht dabei zu sein.",
      body: NewPreview,
      reply: PreviewReply,
      refusals: {
        missing: "Kunde, Artikel, Gerät oder Lieferung nicht gefunden",
        conflict: "Ein Artikel ist nicht aktiv, oder zur Lieferung wird nicht neu gebucht",
      },
    },
    ({ tenant, actor, body }) => previewVorgang(tenant, actor, body),
  ),
  readAndKeep(
    "GET /api/pfandbuchungen/:vorgang_id/saldenuebernahme.pdf",
    {
      ...forOffice,
      summary: "Die Saldenübernahme zu einem Anfangsbestand als PDF; sie wird aufbewahrt",
      file: PDF,
      untraced: "one customer's paper, kept with who printed it",
      refusals: {
        missing: "Vorgang nicht gefunden",
        ...noRoom,
        conflict: "Kein Anfangsbestand, oder storniert",
      },
    },
    async ({ params: { vorgang_id }, ...context }) => {
      const kept = findKept(context.tenant, "saldenuebernahme", vorgang_id)
      if (kept) return openBeleg(context.tenant, kept.id)
      const data = composeSaldenuebernahme(context.tenant, vorgang_id)
      const { kunde_id, tag, posten } = data
      const saldo_cent = posten.reduce((sum, { summe_cent }) => sum + summe_cent, 0)
      const beleg = { art: "saldenuebernahme", bezug_id: vorgang_id, kunde_id, von: tag, bis: tag } as const
      return printAndKeep(context, { druck: saldenuebernahme(data), beleg: { ...beleg, saldo_cent } })
    },
  ),
  write(
    "POST /api/pfandbuchungen/:vorgang_id/storno",
    {
      ...forOffice,
      summary: "Einen Vorgang stornieren: gebucht wird sein genaues Gegenteil",
      description: "Das Büro (Rolle user) nur, was es selbst am selben Tag gebucht hat.",
      body: NewStorno,
      isLongWrite: isLongStorno,
      reply: VorgangReply,
      creates: true,
      refusals: {
        missing: "Vorgang nicht gefunden",
        conflict:
          "Bereits storniert, selbst ein Storno, ein Gerät ist fort, oder die Stücke wurden umbewertet",
      },
    },
    ({ tenant, actor, params, body }) => reverseVorgang(tenant, actor, params.vorgang_id, body),
  ),
]
