import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { ereignisse, webhooks, webhookzustellungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { DAY } from "../../lib/day.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import type { Answer } from "../../lib/webhook/post.ts"
import type { WebhookService } from "../frame/services.ts"
import { followingEreignisse, toEreignis } from "../ereignisse/rules.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import type { ZustellungReply } from "./model.ts"
import { GONE, lueckeOf, placeOf, readVersuche } from "./rules.ts"

type Zustellungszeile = Row<typeof webhookzustellungen>
type Zustellung = Static<typeof ZustellungReply>

const NO_MESSAGE = "Zustellung nicht gefunden"

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
/** Pauses between the attempts of a message, in ms: three days in all. Then it is given up. */
const PAUSES = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  25 * HOUR,
] as const

/** Attempts that are kept of a message. */
const REMEMBERED = 20
/** Days for which messages are kept after they were taken or given up. */
export const TOLD_DAYS = 30
/** Events spread to a receiver, or old messages deleted, in one transaction. */
export const BATCH = 200

export const zustellungList = new List<Zustellungszeile>({
  table: webhookzustellungen,
  columns: ["*"],
  sorts: { "-id": "-id" },
  within: "webhook_id",
})

const toReply = (zeile: Zustellungszeile): Zustellung => ({
  ...zeile,
  naechster_versuch_am: zeile.status === "wartet" ? zeile.naechster_versuch_am : null,
  antworten: readVersuche(zeile.antworten),
})

/** @throws Refusal missing */
export function listZustellungen(
  tenant: TenantReader,
  webhook_id: string,
  request: PageRequest,
): PageOf<Zustellung> {
  tenant.get(webhooks, webhook_id, GONE)
  const page = zustellungList.page(tenant, { ...request, webhook_id })
  return { ...page, items: page.items.map(toReply) }
}

/**
 * Sends a message once more, whatever became of it.
 *
 * @throws Refusal missing; conflict while it waits, or when its event is gone
 */
export function sendAgain(tenant: TenantDb, author: Author, webhook_id: string, id: string): Zustellung {
  const before = tenant.get(webhookzustellungen, id, NO_MESSAGE)
  if (before.webhook_id !== webhook_id) throw missing(NO_MESSAGE)
  if (before.status === "wartet") throw conflict("Die Zustellung wartet schon auf ihren nächsten Versuch")
  if (!tenant.find(ereignisse, before.ereignis_id)) throw conflict("Das Ereignis ist schon gelöscht")
  const now = { status: "wartet", versuche: 0, naechster_versuch_am: tenant.now() } as const
  const webhook = tenant.get(webhooks, webhook_id, GONE)
  writeProtokoll(tenant, author, "webhooks.noch_einmal_gesendet", webhooks, webhook, webhook, {
    ereignis: [null, String(before.nummer)],
  })
  return toReply(tenant.update(webhookzustellungen, id, now))
}

/** Makes messages of the next events of the kinds that the receiver wants, and notes which events it has missed. */
export function spreadEreignisse(tenant: TenantDb, webhook_id: string): void {
  const webhook = tenant.find(webhooks, webhook_id)
  const next = webhook ? followingEreignisse(tenant, webhook.bis_nummer, BATCH) : []
  const last = next.at(-1)
  if (!webhook || !last) return
  const wanted = new Set(webhook.arten.split(" "))
  tenant.insertAll(
    webhookzustellungen,
    next
      .filter(({ art }) => wanted.has(art))
      .map(({ id: ereignis_id, nummer, art, datensatz_id }) => ({
        webhook_id,
        ereignis_id,
        nummer,
        art,
        datensatz_id,
        naechster_versuch_am: tenant.now(),
      })),
  )
  const luecke = lueckeOf(tenant, webhook)
  tenant.update(webhooks, webhook_id, {
    bis_nummer: last.nummer,
    luecke_von: luecke?.von ?? null,
    luecke_bis: luecke?.bis ?? null,
  })
}

/** The message that is due longest and has no earlier one of its record before it: what keeps failing comes last. */
const due = query<Zustellungszeile, { webhook_id: string; now: string }>`
  SELECT z.* FROM ${webhookzustellungen} z
  WHERE z.webhook_id = :webhook_id AND z.status = 'wartet' AND z.naechster_versuch_am <= :now
    AND NOT EXISTS (
      SELECT 1 FROM ${webhookzustellungen} v
      WHERE v.webhook_id = :webhook_id AND v.status = 'wartet' AND v.datensatz_id = z.datensatz_id AND v.nummer < z.nummer)
  ORDER BY z.naechster_versuch_am, z.nummer LIMIT 1`

export type Webhooksendung = {
  id: string
  /** The same at each attempt, so that receivers notice what they have already. */
  ereignis_id: string
  adresse: string
  secrets: string[]
  body: string
}

/** @returns the next message to a receiver; undefined when none is due, or it is off, or its secret cannot be read */
export function nextSendung(
  tenant: TenantReader,
  webhook_id: string,
  service: WebhookService,
): Webhooksendung | undefined {
  const webhook = tenant.find(webhooks, webhook_id)
  if (webhook?.aktiv !== 1 || webhook.freigabe !== service.installation) return undefined
  const zeile = tenant.first(due, { webhook_id, now: tenant.now() })
  if (!zeile) return undefined
  const ereignis = tenant.find(ereignisse, zeile.ereignis_id)
  const { id, ereignis_id } = zeile
  const { adresse } = webhook
  const secrets = secretsOf(tenant, webhook, service)
  return { id, ereignis_id, adresse, secrets, body: ereignis ? bodyOf(ereignis) : "" }
}

/** @returns the secrets that sign messages; none if another installation has sealed them */
export function secretsOf(
  tenant: TenantReader,
  { id, geheimnis, geheimnis_vorher, vorher_bis }: Row<typeof webhooks>,
  { seal }: WebhookService,
): string[] {
  const before = (vorher_bis ?? "") > tenant.now() ? geheimnis_vorher : null
  return [geheimnis, before].flatMap((sealed) =>
    sealed === null ? [] : (seal.open(sealed, placeOf(tenant, id)) ?? []),
  )
}

function bodyOf(ereignis: Row<typeof ereignisse>): string {
  const { art: type, erstellt_am: timestamp } = ereignis
  const { nummer, id, art, datensatz_id, datensatz_version, adresse } = toEreignis(ereignis)
  return JSON.stringify({
    type,
    timestamp,
    data: { nummer, id, art, datensatz_id, datensatz_version, adresse },
  })
}

/** What a receiver answered, or why there is no answer. */
export type Outcome = Answer | { fault: string; isFinal?: boolean }

/** The status by which a receiver asks for no more messages. */
const GONE_FOR_GOOD = 410
const SENDER: Author = { id: null, name: "Webhooks" }

/** @returns an outcome as people read it in the list of attempts */
export const wordsOf = (outcome: Outcome): string =>
  "fault" in outcome ? outcome.fault : `Status ${outcome.status}`

/** @returns whether a receiver took a message: any status from 200 to 299 says so */
export const isTaken = (outcome: Outcome): boolean =>
  "status" in outcome && outcome.status >= 200 && outcome.status < 300

/** @returns whether each further attempt would fail in the same way */
export const isFinal = (outcome: Outcome): boolean => "fault" in outcome && outcome.isFinal === true

/** Notes what became of an attempt: it was taken, is tried again after a longer pause, or is given up. */
export function endAttempt(
  tenant: TenantDb,
  { id, adresse }: Pick<Webhooksendung, "id" | "adresse">,
  outcome: Outcome,
): void {
  const before = tenant.find(webhookzustellungen, id)
  // Deleted meanwhile, with its receiver.
  if (!before) return
  const now = tenant.now()
  const antworten = [...readVersuche(before.antworten), { am: now, antwort: wordsOf(outcome) }]
  const pause = isFinal(outcome) ? undefined : PAUSES[before.versuche]
  const asked = "status" in outcome ? (outcome.retryAfter ?? 0) * SECOND : 0
  const status = isTaken(outcome) ? "zugestellt" : pause === undefined ? "aufgegeben" : "wartet"
  tenant.update(webhookzustellungen, id, {
    status,
    versuche: before.versuche + 1,
    antworten: JSON.stringify(antworten.slice(-REMEMBERED)),
    naechster_versuch_am: new Date(
      Date.parse(now) + Math.max(pause ?? 0, Math.min(asked, DAY)),
    ).toISOString(),
  })
  if ("status" in outcome && outcome.status === GONE_FOR_GOOD) switchOff(tenant, before.webhook_id, adresse)
}

/** @param adresse the one that asks for no more: meanwhile somebody may have named another */
function switchOff(tenant: TenantDb, webhook_id: string, adresse: string): void {
  const before = tenant.get(webhooks, webhook_id, GONE)
  if (before.adresse !== adresse) return
  const after = tenant.update(webhooks, webhook_id, {
    aktiv: 0,
    abgeschaltet_weil: "Der Empfänger hat mit 410 geantwortet: Er will nichts mehr bekommen",
  })
  writeProtokoll(tenant, SENDER, "webhooks.abgeschaltet", webhooks, before, after)
}

const outlived = query<{ id: string }, { vor: string; limit: number }>`
  SELECT z.id FROM ${webhookzustellungen} z WHERE z.status <> 'wartet' AND z.aktualisiert_am < :vor
  ORDER BY z.aktualisiert_am, z.id LIMIT :limit`

/** Deletes messages that were taken or given up before an instant. @returns how many; as many as BATCH when there may be more */
export function forgetZustellungen(tenant: TenantDb, vor: string): number {
  const rows = tenant.all(outlived, { vor, limit: BATCH })
  for (const { id } of rows) tenant.delete(webhookzustellungen, id)
  return rows.length
}
