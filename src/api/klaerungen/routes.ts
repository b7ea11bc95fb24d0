import { klaerungen } from "../../db/schema.ts"
import { isLongStopp } from "../lieferungen/long-writes.ts"
import { isSearched, pageQuery, SearchedPage } from "../shared/page.ts"
import { Created } from "../frame/reply.ts"
import { read, type Route, write } from "../frame/route.ts"
import { getKlaerung, GONE, klaerungenList, listKlaerungen, readDetails } from "./read.ts"
import { Buchen, klaerungenFilter, KlaerungReply, NewKlaerung, Verwerfen } from "./model.ts"
import { bookKlaerung, createKlaerung, discardKlaerung } from "./rules.ts"
import { forEveryone, forOffice } from "../frame/options.ts"

const one = { reply: KlaerungReply, etag: "composed" } as const
const gone = { missing: GONE }

export const klaerungenRoutes: Route[] = [
  read(
    "GET /api/klaerungen",
    {
      ...forOffice,
      summary: "Was Fahrer getan haben und abgelehnt wurde, das Neueste zuerst",
      query: pageQuery(klaerungenList.sorts, klaerungenFilter),
      long: isSearched,
      reply: SearchedPage(KlaerungReply),
    },
    ({ tenant, query }) => listKlaerungen(tenant, query),
  ),
  write(
    "POST /api/klaerungen",
    {
      ...forEveryone,
      ...one,
      summary: "Dem Büro übergeben, was abgelehnt wurde",
      description: "Damit nichts verloren geht, was ein Fahrer angetippt hat. Es bucht noch nichts.",
      body: NewKlaerung,
      largeBody: true,
      creates: true,
      refusals: {
        missing: "Lieferung oder Kunde nicht gefunden",
        conflict: "Die id wurde schon anders verwendet",
        "too many": "Zu viele Klärungen sind offen; das Büro muss erst über welche entscheiden",
      },
    },
    ({ tenant, actor, body }) => {
      const { record, first } = createKlaerung(tenant, actor, body)
      // The delivery may have been booked by a colleague, whose work is not the driver's to see.
      return new Created(actor.rolle === "fahrer" ? { ...record, schon_gebucht: null } : record, first)
    },
  ),
  read(
    "GET /api/klaerungen/:id",
    { ...forOffice, ...one, summary: "Eine Klärung", refusals: gone },
    ({ tenant, params }) => getKlaerung(tenant, params.id),
  ),
  write(
    "POST /api/klaerungen/:id/buchen",
    {
      ...forOffice,
      ...one,
      summary: "Nachholen, was der Fahrer getan hat",
      description:
        "Steht die Lieferung noch aus, wird sie abgeschlossen (oder als fehlgeschlagen gemeldet); sonst wird im Pfandbuch zu ihr gebucht. Steht zu ihr schon etwas im Pfandbuch, verlangt das zusaetzlich_zu oder andere positionen als die des Fahrers.",
      body: Buchen,
      largeBody: true,
      isLongWrite: ({ tenant, params, body }) => {
        const klaerung = tenant.find(klaerungen, params["id"] ?? "")
        if (!klaerung) return false
        const { kunde_id } = klaerung
        return isLongStopp(tenant, { kunde_id, positionen: [], ...readDetails(klaerung), ...body })
      },
      refusals: {
        ...gone,
        conflict: "Schon verworfen, schon gebucht, oder es lässt sich noch immer nicht buchen",
      },
    },
    ({ tenant, actor, params, body }) => bookKlaerung(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/klaerungen/:id/verwerfen",
    {
      ...forOffice,
      ...one,
      summary: "Verwerfen, mit einem Grund",
      body: Verwerfen,
      refusals: { ...gone, conflict: "Schon gebucht" },
    },
    ({ tenant, actor, params, body }) => discardKlaerung(tenant, actor, params.id, body),
  ),
]
