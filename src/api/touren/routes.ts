import { feierabend } from "../../print/dokumente/feierabend.ts"
import { ladeliste, tourenliste } from "../../print/dokumente/tour.ts"
import { PDF, print } from "../belege/printing.ts"
import { getEvening, getTour } from "./lists.ts"
import { free, read, readFree, type Route, write } from "../frame/route.ts"
import { copyTour } from "./copy.ts"
import {
  Copy,
  CopyReply,
  Order,
  DayPath,
  TourenQuery,
  TourenReply,
  TourPath,
  UnfinishedReply,
  Uebernahme,
  UebernahmeReply,
  Verschiebung,
  WochePath,
  WocheQuery,
  WocheReply,
  Wiederaufnahme,
  WiederaufnahmeReply,
} from "./model.ts"
import { takeOverWoche } from "./uebernahme.ts"
import { moveStopp } from "./move.ts"
import { listTouren, listUnfinished, orderTour } from "./rules.ts"
import { forEveryone, forOffice } from "../frame/options.ts"
import { proposeAgain } from "./wiederaufnahme.ts"
import { readWoche } from "./woche.ts"

type Asked = Parameters<typeof getTour>

/** A driver's day on paper. */
const DRUCK = {
  tourenliste: {
    summary: "Die Tour eines Fahrers zum Ausdrucken und Abhaken",
    druck: (...asked: Asked) => tourenliste(getTour(...asked)),
  },
  ladeliste: {
    summary:
      "Was auf den Wagen kommt, in der Reihenfolge des Ladens, auch was von früheren Tagen noch offen ist",
    druck: (...asked: Asked) => ladeliste(getTour(...asked)),
  },
  feierabend: {
    summary: "Was am Abend auf dem Hof stehen muss, und was gezählt wurde",
    druck: (...asked: Asked) => feierabend(getEvening(...asked)),
  },
}

export const tourenRoutes: Route[] = [
  read(
    "GET /api/touren",
    {
      ...forEveryone,
      summary: "Die Touren eines Tages: je Fahrer die Stopps in ihrer Reihenfolge",
      query: TourenQuery,
      reply: TourenReply,
      polled: true,
    },
    ({ tenant, actor, query }) => listTouren(tenant, actor, query.datum),
  ),
  read(
    "GET /api/touren/unbeendet",
    {
      ...forOffice,
      summary: "Stopps, die begonnen und nie beendet wurden",
      description:
        "Vor mehr als drei Stunden oder an einem früheren Tag begonnen, die ältesten 200 zuerst: vielleicht ist ein Telefon verloren oder ohne Netz.",
      reply: UnfinishedReply,
    },
    ({ tenant }) => listUnfinished(tenant),
  ),
  read(
    "GET /api/touren/woche",
    {
      ...forOffice,
      summary: "Eine Woche auf einen Blick, und was von den Liefertagen noch zu planen ist",
      description:
        "Vorgeschlagen wird, worüber in dieser Woche noch nicht entschieden ist, in der Reihenfolge der letzten Tour. Was schon geplant und danach geändert, verschoben oder abgesagt wurde, kommt nicht noch einmal.",
      query: WocheQuery,
      reply: WocheReply,
    },
    ({ tenant, query }) => readWoche(tenant, query.woche),
  ),
  free(
    "POST /api/touren/woche/:woche",
    {
      ...forOffice,
      summary: "Vorgeschlagene Lieferungen einer Woche planen, oder diese Woche auslassen",
      description:
        "Gefahrlos zu wiederholen: Worüber schon entschieden ist, bleibt. Was nicht geplant werden kann, steht mit seinem Grund in ausgelassen.",
      params: WochePath,
      body: Uebernahme,
      reply: UebernahmeReply,
      largeBody: true,
    },
    ({ tenant, actor, params, body, commit }) => takeOverWoche(tenant, actor, params.woche, body, commit),
  ),
  free(
    "POST /api/touren/woche/:woche/wiederaufnahme",
    {
      ...forOffice,
      summary: "Was diese Woche ausgelassen oder geplant ist, wieder vorschlagen",
      description:
        "Gefahrlos zu wiederholen. Was geplant ist, bleibt, wie es ist, solange auch_geplante es nicht nennt.",
      params: WochePath,
      body: Wiederaufnahme,
      reply: WiederaufnahmeReply,
      largeBody: true,
    },
    ({ tenant, actor, params, body, commit }) => proposeAgain(tenant, actor, params.woche, body, commit),
  ),
  ...(["tourenliste", "ladeliste", "feierabend"] as const).map((list) =>
    readFree(
      `GET /api/touren/:datum/:fahrer_id/${list}.pdf`,
      {
        ...forEveryone,
        summary: DRUCK[list].summary,
        params: TourPath,
        file: PDF,
        untraced: "one driver's day, as the driver's pages show it",
        refusals: { missing: "Der Fahrer hat an diesem Tag keine Stopps" },
      },
      ({ tenant, actor, params, signal }) =>
        print({ tenant, signal }, DRUCK[list].druck(tenant, actor, params.datum, params.fahrer_id)),
    ),
  ),
  free(
    "POST /api/touren/:datum/kopie",
    {
      ...forOffice,
      summary: "Die Lieferungen eines anderen Tages für diesen Tag noch einmal planen",
      description:
        "Fahrer, Zeiten, Hinweis und Artikel werden übernommen, Geräte nicht: sie sind inzwischen woanders. Was nicht geplant werden kann, steht mit seinem Grund in ausgelassen, etwa Kunden, die an diesem Tag schon eine Lieferung haben.",
      params: DayPath,
      body: Copy,
      reply: CopyReply,
      refusals: { missing: "Fahrer nicht gefunden", conflict: "Die id wurde schon anders verwendet" },
    },
    ({ tenant, actor, params, body, commit }) => copyTour(tenant, actor, params.datum, body, commit),
  ),
  write(
    "POST /api/touren/:datum/verschieben",
    {
      ...forOffice,
      summary: "Einen Stopp einem anderen Fahrer geben, oder an einen anderen Platz der Tour setzen",
      description:
        "Antwortet mit den beiden Touren, die das ändert. Steht er dort schon, ändert sich nichts.",
      params: DayPath,
      body: Verschiebung,
      reply: TourenReply,
      refusals: {
        missing: "Lieferung oder Fahrer nicht gefunden",
        conflict: "Nicht mehr geplant, an einem anderen Tag, oder die Tour hat sich inzwischen geändert",
        stale: "Die Lieferung hat sich inzwischen geändert",
      },
    },
    ({ tenant, actor, params, body }) => moveStopp(tenant, actor, params.datum, body),
  ),
  write(
    "PUT /api/touren/:datum/:fahrer_id",
    {
      ...forOffice,
      summary: "Die Reihenfolge der offenen Stopps eines Fahrers festlegen",
      params: TourPath,
      body: Order,
      reply: TourenReply,
      refusals: { missing: "Fahrer nicht gefunden", conflict: "Die Tour hat sich inzwischen geändert" },
    },
    ({ tenant, actor, params, body }) =>
      orderTour(tenant, actor, params.datum, params.fahrer_id, body.lieferung_ids),
  ),
]
