import { Datum, Maybe, Uuid } from "../../lib/fields.ts"
import { Page, pageQuery } from "../shared/page.ts"
import { read, type Route, write } from "../frame/route.ts"
import { forbidden } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { Input } from "../shared/schema.ts"
import { listExpected } from "./erwartet.ts"
import { listUncounted, listUncountedOn, listToRecount } from "./fehlend.ts"
import { ErwartetReply, FehlendReply, FeierabendReply, NewFeierabend, UngezaehltReply } from "./model.ts"
import { feierabendList, getFeierabend, listFeierabende, createFeierabend } from "./rules.ts"
import { forEveryone, forOffice } from "../frame/options.ts"

/** @returns whose truck is counted. @throws Refusal forbidden for a driver who counts another's */
function truckOf({ id, rolle }: Actor, { fahrer_id = id }: { fahrer_id?: string }): string {
  if (rolle === "fahrer" && fahrer_id !== id) throw forbidden("Fahrer zählen nur den eigenen Wagen")
  return fahrer_id
}

/** Most counted lines that are stored where everybody waits for it: some 1 ms. */
const LINES_HERE = 100

const record = { reply: FeierabendReply, etag: "composed" } as const

export const feierabendRoutes: Route[] = [
  read(
    "GET /api/feierabend",
    {
      ...forEveryone,
      summary: "Was abends auf den Wagen gezählt wurde; ein Fahrer sieht nur seines",
      query: pageQuery(feierabendList.sorts, { datum: Maybe(Datum()), fahrer_id: Maybe(Uuid()) }),
      reply: Page(FeierabendReply),
    },
    ({ tenant, actor, query }) => listFeierabende(tenant, actor, query),
  ),
  write(
    "POST /api/feierabend",
    {
      ...forEveryone,
      ...record,
      summary: "Festhalten, was beim Abladen gezählt wurde",
      description:
        "Daneben steht, was nach den Lieferungen des Tages auf dem Wagen sein müsste. Es bucht nichts. Was nicht genannt ist, zählt als 0.",
      body: NewFeierabend,
      largeBody: true,
      creates: true,
      isLongWrite: ({ body }) => body.positionen.length > LINES_HERE,
      refusals: {
        missing: "Artikel oder Gerät nicht gefunden",
        conflict: "Die id wurde schon anders verwendet, oder der Tag wurde schon zu oft gezählt",
      },
    },
    ({ tenant, actor, body }) => createFeierabend(tenant, actor, body, truckOf(actor, body)),
  ),
  read(
    "GET /api/feierabend/fehlend",
    {
      ...forOffice,
      summary: "Welche Wagen der letzten sieben Tage nicht gezählt oder neu zu zählen sind",
      description:
        "items: An diesen Tagen machte ein Fahrer Stopps fertig, gleich für welchen Tag sie geplant waren, und niemand hat gezählt; nur, seit die Firma zum ersten Mal gezählt hat.",
      reply: FehlendReply,
    },
    ({ tenant }) => ({ items: listUncounted(tenant), neu_zu_zaehlen: listToRecount(tenant) }),
  ),
  read(
    "GET /api/feierabend/ungezaehlt",
    {
      ...forOffice,
      summary: "Welche Wagen eines Tages nicht gezählt sind, ob ihre Fahrer schon fertig sind oder nicht",
      description:
        "Ein Wagen war an dem Tag unterwegs, an dem sein Fahrer einen Stopp begann oder fertig machte, gleich für welchen Tag der geplant war; dazu kommen offene Stopps, die für diesen Tag geplant sind.",
      query: Input({ datum: Datum() }),
      reply: UngezaehltReply,
    },
    ({ tenant, query: { datum } }) => ({ items: listUncountedOn(tenant, datum) }),
  ),
  read(
    "GET /api/feierabend/erwartet",
    {
      ...forOffice,
      summary: "Was abends auf dem Wagen sein müsste, ob schon gezählt ist oder nicht",
      query: Input({ datum: Datum(), fahrer_id: Uuid() }),
      reply: ErwartetReply,
      refusals: { missing: "Fahrer nicht gefunden" },
    },
    ({ tenant, query: { datum, fahrer_id } }) => listExpected(tenant, datum, fahrer_id),
  ),
  read(
    "GET /api/feierabend/:id",
    {
      ...forEveryone,
      ...record,
      summary: "Eine Zählung",
      refusals: { missing: "Nicht gefunden (auch: eines anderen Fahrers)" },
    },
    ({ tenant, actor, params }) => getFeierabend(tenant, actor, params.id),
  ),
]
