import { limitRate } from "../../lib/rate.ts"
import { webhooks } from "../../db/schema.ts"
import { forAdmins } from "../frame/options.ts"
import { free, read, type Route, write } from "../frame/route.ts"
import { Page, pageQuery } from "../shared/page.ts"
import {
  NewWebhook,
  WebhookPatch,
  WebhookprobeReply,
  WebhookReply,
  WebhookWithSecretReply,
  ZustellungReply,
} from "./model.ts"
import { sendWebhook } from "./post.ts"
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  GONE,
  listWebhooks,
  releaseWebhook,
  renewSecret,
  webhookList,
} from "./rules.ts"
import { isTaken, listZustellungen, secretsOf, sendAgain, wordsOf, zustellungList } from "./zustellung.ts"

const gone = { missing: GONE }

/** Each is sent at once, to an address that a company names: without a limit, somebody could use them to bother others. */
const countProbe = limitRate(30, 3_600_000, "Das sind viele Proben in kurzer Zeit; bitte später noch einmal")

export const webhooksRoutes: Route[] = [
  read(
    "GET /api/webhooks",
    {
      ...forAdmins,
      summary: "An wen Ereignisse gesendet werden",
      query: pageQuery(webhookList.sorts, {}),
      reply: Page(WebhookReply),
      services: true,
    },
    ({ tenant, query, services }) => listWebhooks(tenant, query, services.webhooks),
  ),
  write(
    "POST /api/webhooks",
    {
      ...forAdmins,
      summary: "Ereignisse von jetzt an auch an diese Adresse senden",
      description:
        "Nach Standard Webhooks unterschrieben: webhook-id, webhook-timestamp und webhook-signature. Die Antwort nennt das Geheimnis, einmal und nie wieder.",
      body: NewWebhook,
      reply: WebhookWithSecretReply,
      creates: true,
      services: true,
      refusals: { conflict: "Zu viele Webhooks, oder die id wurde schon anders verwendet" },
    },
    ({ tenant, actor, body, services }) => createWebhook(tenant, actor, body, services.webhooks),
  ),
  write(
    "PATCH /api/webhooks/:id",
    {
      ...forAdmins,
      summary: "Einen Webhook ändern, aus- und einschalten",
      body: WebhookPatch,
      reply: WebhookReply,
      services: true,
      refusals: gone,
    },
    ({ tenant, actor, params, body, services }) =>
      changeWebhook(tenant, actor, params.id, body, services.webhooks),
  ),
  write(
    "DELETE /api/webhooks/:id",
    { ...forAdmins, summary: "Einen Webhook löschen, mit allem, was für ihn wartet", refusals: gone },
    ({ tenant, actor, params }) => deleteWebhook(tenant, actor, params.id),
  ),
  write(
    "POST /api/webhooks/:id/geheimnis",
    {
      ...forAdmins,
      summary: "Ein neues Geheimnis geben",
      description: "Einen Tag lang wird mit beiden unterschrieben, damit der Empfänger umstellen kann.",
      reply: WebhookWithSecretReply,
      services: true,
      refusals: gone,
    },
    ({ tenant, actor, params, services }) => renewSecret(tenant, actor, params.id, services.webhooks),
  ),
  write(
    "POST /api/webhooks/:id/freigabe",
    {
      ...forAdmins,
      summary: "Das Senden freigeben, nachdem die Daten von anderswo kamen",
      reply: WebhookReply,
      services: true,
      refusals: { ...gone, conflict: "Das Senden ist nicht angehalten" },
    },
    ({ tenant, actor, params, services }) => releaseWebhook(tenant, actor, params.id, services.webhooks),
  ),
  free(
    "POST /api/webhooks/:id/probe",
    {
      ...forAdmins,
      summary: "Eine Probe senden, sofort und an der Reihe vorbei",
      reply: WebhookprobeReply,
      refusals: { ...gone, "too many": "Mehr als 30 Proben in einer Stunde" },
    },
    async ({ tenant, params, services }) => {
      const webhook = tenant.get(webhooks, params.id, GONE)
      const { id, adresse } = webhook
      countProbe(tenant.id)
      const timestamp = tenant.now()
      const outcome = await sendWebhook(services.webhooks, {
        ereignis_id: Bun.randomUUIDv7(),
        adresse,
        secrets: secretsOf(tenant, webhook, services.webhooks),
        body: JSON.stringify({ type: "probe", timestamp, data: { webhook_id: id } }),
        at: new Date(timestamp),
      })
      return { angenommen: isTaken(outcome), antwort: wordsOf(outcome) }
    },
  ),
  read(
    "GET /api/webhooks/:id/zustellungen",
    {
      ...forAdmins,
      summary: "Was gesendet wurde, das Neueste zuerst",
      query: pageQuery(zustellungList.sorts, {}),
      reply: Page(ZustellungReply),
      refusals: gone,
    },
    ({ tenant, params, query }) => listZustellungen(tenant, params.id, query),
  ),
  write(
    "POST /api/webhooks/:id/zustellungen/:zustellung_id/noch-einmal",
    {
      ...forAdmins,
      summary: "Noch einmal senden",
      reply: ZustellungReply,
      refusals: {
        missing: "Webhook oder Zustellung nicht gefunden",
        conflict: "Sie wartet schon, oder das Ereignis ist gelöscht",
      },
    },
    ({ tenant, actor, params }) => sendAgain(tenant, actor, params.id, params.zustellung_id),
  ),
]
