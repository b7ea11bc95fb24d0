import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { webhooks, webhookzustellungen } from "../../db/schema.ts"
import type { Patch, Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { DAY } from "../../lib/day.ts"
import { webhookfelder } from "../../lib/felder/webhook.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { isTroubled } from "../../lib/programme.ts"
import { readReceiver, WebhookFault } from "../../lib/webhook/post.ts"
import { newWebhookSecret } from "../../lib/webhook/sign.ts"
import { Created } from "../frame/reply.ts"
import type { WebhookService } from "../frame/services.ts"
import { oldestNummer } from "../ereignisse/rules.ts"
import { type Ereignisart, lastNummer } from "../shared/ereignis.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import { release } from "../shared/freigabe.ts"
import { changeRecord, createRecord, deleteRecord, resource } from "../shared/resource.ts"
import type { NewWebhook, WebhookPatch, WebhookReply, WebhookWithSecretReply } from "./model.ts"

type Webhookzeile = Row<typeof webhooks>
type Webhook = Static<typeof WebhookReply>
type WithSecret = Static<typeof WebhookWithSecretReply>
type Versuch = { am: string; antwort: string }

/** @param antworten as they are stored with a message. @returns its attempts, the latest last */
export const readVersuche = (antworten: string): Versuch[] => JSON.parse(antworten) as Versuch[]

export const GONE = "Webhook nicht gefunden"

/** Most webhooks of a company. */
const MOST = 20
/** Time in ms for which messages are signed with the former secret as well. */
const BOTH = DAY

const kind = resource({
  table: webhooks,
  fields: webhookfelder,
  gone: GONE,
  inUse: "Der Webhook wird noch gebraucht",
})

export const webhookList = new List<Webhookzeile>({
  table: webhooks,
  columns: ["*"],
  sorts: { "-id": "-id" },
})

const fates = query<{ wartend: number; aufgegeben: number }, { webhook_id: string }>`
  SELECT
    (SELECT count(*) FROM ${webhookzustellungen} z WHERE z.webhook_id = :webhook_id AND z.status = 'wartet') AS wartend,
    (SELECT count(*) FROM ${webhookzustellungen} z
     WHERE z.webhook_id = :webhook_id AND z.status = 'aufgegeben') AS aufgegeben`

/**
 * The oldest that was tried and waits: those that were never tried say nothing. Beside `min`, SQLite takes the other
 * columns from the row of the least number.
 */
const failing = query<
  Pick<Row<typeof webhookzustellungen>, "versuche" | "antworten">,
  { webhook_id: string }
>`
  SELECT z.versuche, z.antworten, min(z.nummer) AS nummer FROM ${webhookzustellungen} z
  WHERE z.webhook_id = :webhook_id AND z.status = 'wartet' AND z.versuche > 0 GROUP BY z.webhook_id`

/** @returns since when a receiver does not take a message, and why; null where none waits that was tried */
function stoerungOf(tenant: TenantReader, webhook_id: string): Webhook["stoerung"] {
  const found = tenant.first(failing, { webhook_id })
  if (!found) return null
  // The answers before these are of an earlier series: somebody had the message sent once more.
  const answers = readVersuche(found.antworten).slice(-found.versuche)
  const [first, last] = [answers[0], answers.at(-1)]
  return first && last ? { seit: first.am, grund: last.antwort } : null
}

const number = query<{ n: number }>`SELECT count(*) AS n FROM ${webhooks} w`

const lageOf = (
  { aktiv, abgeschaltet_weil, freigabe }: Webhookzeile,
  installation: string,
): Webhook["lage"] => {
  if (abgeschaltet_weil !== null) return "abgeschaltet"
  if (aktiv !== 1) return "aus"
  return freigabe === installation ? "an" : "angehalten"
}

function toReply(tenant: TenantReader, zeile: Webhookzeile, { installation }: WebhookService): Webhook {
  const { wartend = 0, aufgegeben = 0 } = tenant.first(fates, { webhook_id: zeile.id }) ?? {}
  const vorher_bis = (zeile.vorher_bis ?? "") > tenant.now() ? zeile.vorher_bis : null
  const arten = zeile.arten.split(" ") as Ereignisart[]
  const luecke = lueckeOf(tenant, zeile)
  const stoerung = stoerungOf(tenant, zeile.id)
  return {
    ...zeile,
    arten,
    vorher_bis,
    wartend,
    aufgegeben,
    stoerung,
    luecke,
    lage: lageOf(zeile, installation),
  }
}

/** @returns the events that a receiver missed, or will once it is its turn: they are deleted */
export function lueckeOf(tenant: TenantReader, { bis_nummer, luecke_von, luecke_bis }: Webhookzeile) {
  const before = oldestNummer(tenant) - 1
  if (before > bis_nummer) return { von: luecke_von ?? bis_nummer + 1, bis: before }
  return luecke_von === null || luecke_bis === null ? null : { von: luecke_von, bis: luecke_bis }
}

export function listWebhooks(
  tenant: TenantReader,
  request: PageRequest,
  service: WebhookService,
): PageOf<Webhook> {
  const page = webhookList.page(tenant, request)
  return { ...page, items: page.items.map((zeile) => toReply(tenant, zeile, service)) }
}

/** @returns how many receivers do not get all that they should */
export const countTroubled = (tenant: TenantReader, service: WebhookService): number =>
  listWebhooks(tenant, { limit: MOST }, service).items.filter(isTroubled).length

/** @throws Refusal invalid for an address to which nothing is ever sent; a name is looked up when something is sent */
function requireReceiver(address: string | undefined, { network }: WebhookService): void {
  try {
    if (address !== undefined) readReceiver(address, network)
  } catch (error) {
    if (!(error instanceof WebhookFault)) throw error
    throw invalid("adresse", error.message)
  }
}

/** Where a secret is kept, for its seal. */
export const placeOf = (tenant: TenantReader, webhook_id: string): string =>
  `webhooks ${tenant.id} ${webhook_id}`

/**
 * @returns the webhook with its secret, which nobody is shown again; without it for a repeated request
 * @throws Refusal invalid, conflict
 */
export function createWebhook(
  tenant: TenantDb,
  author: Author,
  input: Static<typeof NewWebhook>,
  service: WebhookService,
): Created<WithSecret> {
  const secret = newWebhookSecret()
  const { record, first } = createRecord(tenant, author, kind, input, () => {
    const { arten, ...fields } = input
    requireReceiver(fields.adresse, service)
    if ((tenant.first(number, {})?.n ?? 0) >= MOST)
      throw conflict(`Es gibt schon ${MOST} Webhooks; bitte erst welche löschen`)
    const id = input.id ?? Bun.randomUUIDv7()
    const geheimnis = service.seal.close(secret, placeOf(tenant, id))
    const { installation: freigabe } = service
    return { ...fields, id, arten: arten.join(" "), geheimnis, freigabe, bis_nummer: lastNummer(tenant) }
  })
  return new Created({ ...toReply(tenant, record, service), geheimnis: first ? secret : null }, first)
}

/** Messages that are read at once. */
const AT_ONCE = 500

const paused = query<{ id: string }, { webhook_id: string; now: string; limit: number }>`
  SELECT z.id FROM ${webhookzustellungen} z
  WHERE z.webhook_id = :webhook_id AND z.status = 'wartet' AND z.naechster_versuch_am > :now
  ORDER BY z.naechster_versuch_am, z.nummer LIMIT :limit`

/** Makes all that waits due at once: the pauses were for the former address. */
function beginAnew(tenant: TenantDb, webhook_id: string): void {
  const now = tenant.now()
  const due = { versuche: 0, naechster_versuch_am: now }
  const next = () => tenant.all(paused, { webhook_id, now, limit: AT_ONCE })
  for (let waiting = next(); waiting.length > 0; waiting = next())
    tenant.updateAll(
      webhookzustellungen,
      waiting.map(({ id }) => ({ id, ...due })),
    )
}

/**
 * Changes a webhook. Switched on again, it gets what happened meanwhile, as far as that is kept; `luecke` says what is
 * not. A new address is tried at once.
 *
 * @throws Refusal missing, invalid
 */
export function changeWebhook(
  tenant: TenantDb,
  author: Author,
  id: string,
  { arten, luecke, ...patch }: Static<typeof WebhookPatch>,
  service: WebhookService,
): Webhook {
  requireReceiver(patch.adresse, service)
  const changed: Patch<typeof webhooks> = {
    ...patch,
    ...(arten && { arten: arten.join(" ") }),
    ...(patch.aktiv !== undefined && { abgeschaltet_weil: null }),
    ...(luecke === null && { luecke_von: null, luecke_bis: null }),
  }
  const before = tenant.find(webhooks, id)
  const after = changeRecord(tenant, author, kind, id, changed, undefined)
  if (before?.adresse !== after.adresse) beginAnew(tenant, id)
  return toReply(tenant, after, service)
}

/** Deletes a webhook with all that waits for it. @throws Refusal missing */
export const deleteWebhook = (tenant: TenantDb, author: Author, id: string): void =>
  deleteRecord(tenant, author, kind, id, undefined)

/** Signs with a new secret from now on, and for a day with the one before, too. @throws Refusal missing */
export function renewSecret(
  tenant: TenantDb,
  author: Author,
  id: string,
  service: WebhookService,
): WithSecret {
  const before = tenant.get(webhooks, id, GONE)
  const secret = newWebhookSecret()
  const after = tenant.update(webhooks, id, {
    geheimnis: service.seal.close(secret, placeOf(tenant, id)),
    geheimnis_vorher: before.geheimnis,
    vorher_bis: new Date(Date.parse(tenant.now()) + BOTH).toISOString(),
  })
  writeProtokoll(tenant, author, "webhooks.geheimnis_gewechselt", webhooks, before, after)
  return { ...toReply(tenant, after, service), geheimnis: secret }
}

/** Lets data that came from elsewhere send from here. @throws Refusal missing; conflict where nothing keeps it from sending */
export function releaseWebhook(
  tenant: TenantDb,
  author: Author,
  id: string,
  service: WebhookService,
): Webhook {
  const before = tenant.get(webhooks, id, GONE)
  return toReply(tenant, release(tenant, author, webhooks, before, service), service)
}
