import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { listUncounted, listToRecount } from "../feierabend/fehlend.ts"
import { findLatestPruefung } from "../pfandpruefung/stored.ts"
import { countEnding } from "../programmzugaenge/rules.ts"
import { countDue, listDue } from "../pruefplaene/rules.ts"
import type { MailService, Services, WebhookService } from "../frame/services.ts"
import { END_OF_TIME } from "../../lib/day.ts"
import { localTime } from "../shared/time.ts"
import {
  countGeraeteSince,
  countOpenElsewhere,
  findOpenInventur,
  listGeraeteSince,
  listOpenElsewhere,
  LONG_IN_WARTUNG,
  readSalden,
  sumOutside,
} from "./bestand.ts"
import { listOldestLeergut } from "./leergut.ts"
import type { TodayReply } from "./model.ts"
import {
  countBestritten,
  countLeft,
  countNeverEnded,
  countUnplanned,
  listBestritten,
  listLeft,
  listMissed,
  listNeverEnded,
  listProgress,
  listUnplanned,
  SHOWN,
} from "./tag.ts"
import { query } from "../../db/query.ts"
import { klaerungen, kunden, lieferungen, mitarbeiter, pfandartikel, tenants } from "../../db/schema.ts"
import { countUnresolved } from "../nachrichten/read.ts"
import { showVersand } from "../versand/rules.ts"
import { countTroubled } from "../webhooks/rules.ts"

/** Days after which a balance is old, by its oldest piece. */
const OLD = 90

/**
 * The overview for office and owner: today's tours, what went wrong, how much deposit is out. Reads only
 * indexes and totals kept by triggers, never the ledger itself.
 *
 * @param sicherungen how the backups went; omitted for roles it does not concern
 */
export function getToday(
  tenant: TenantReader,
  sicherungen: Pick<Services, "lastBackup" | "failedBackup"> | undefined,
): Static<typeof TodayReply> {
  const now = localTime(tenant)
  return {
    datum: now.datum,
    touren: listProgress(tenant, now),
    neu_zu_planen: listLeft(tenant, "nicht_zugestellt", END_OF_TIME),
    nie_beendet: listNeverEnded(tenant),
    nie_begonnen: listLeft(tenant, "geplant", now.datum),
    liefertage: listUnplanned(tenant),
    liefertage_vorbei: listMissed(tenant),
    bestritten: listBestritten(tenant),
    feierabend_fehlt: firstOf(listUncounted(tenant)),
    feierabend_neu_zu_zaehlen: firstOf(listToRecount(tenant)),
    inventur_offen: findOpenInventur(tenant),
    geraete_verloren: listGeraeteSince(tenant, "verloren"),
    geraete_pfand_offen: listOpenElsewhere(tenant),
    geraete_lange_in_wartung: listGeraeteSince(tenant, "wartung", LONG_IN_WARTUNG),
    pruefungen: { ...countDue(tenant), items: listDue(tenant, { tage: 90, limit: SHOWN }).items },
    pfand: sumOutside(tenant),
    ...readSalden(tenant, OLD),
    aeltestes_leergut: listOldestLeergut(tenant),
    sicherung: sicherungen
      ? {
          letzte_am: sicherungen.lastBackup()?.toISOString() ?? null,
          misslungen_am: sicherungen.failedBackup()?.toISOString() ?? null,
        }
      : null,
    pruefung: sicherungen ? findLatestPruefung(tenant) : null,
    erste_schritte: readFirstSteps(tenant),
  }
}

const steps = query<Record<"briefkopf" | "artikel" | "kunde" | "konten" | "lieferung", number>>`
  SELECT
    EXISTS (SELECT 1 FROM ${tenants} t WHERE t.strasse > '' AND t.plz > '' AND t.ort > ''
      AND (t.steuernummer > '' OR t.ust_id > '')) AS briefkopf,
    EXISTS (SELECT 1 FROM ${pfandartikel} a) AS artikel,
    EXISTS (SELECT 1 FROM ${kunden} k) AS kunde,
    (SELECT count(*) FROM (SELECT 1 FROM ${mitarbeiter} m LIMIT 2)) > 1 AS konten,
    EXISTS (SELECT 1 FROM ${lieferungen} l) AS lieferung`

const firstOf = <T>(all: T[]) => ({ anzahl: all.length, items: all.slice(0, SHOWN) })

/** @returns what a new company has done already; null when all of it is done */
function readFirstSteps(tenant: TenantReader) {
  const done = tenant.first(steps, {})
  if (!done || Object.values(done).every((one) => one === 1)) return null
  return {
    briefkopf: done.briefkopf === 1,
    artikel: done.artikel === 1,
    kunde: done.kunde === 1,
    mitarbeiter: done.konten === 1,
    lieferung: done.lieferung === 1,
  }
}

const offen = query<{ n: number }>`
  SELECT count(*) AS n FROM (SELECT 1 FROM ${klaerungen} k WHERE k.status = 'offen' LIMIT 1000)`

/** @returns how many e-mails wait because the mail server takes none, or something else holds them up */
function countHeld(tenant: TenantReader, mailService: MailService): number {
  const { lage, stoerung, wartend } = showVersand(tenant, mailService)
  return stoerung || lage !== "bereit" ? wartend : 0
}

/**
 * @param webhooks who sends to programs; omitted for roles that look after none
 * @returns how many things wait for somebody: what the overview lists as left behind, each kind counted to 1000
 */
export function countUndone(
  tenant: TenantReader,
  mailService: MailService,
  webhooks: WebhookService | undefined,
): number {
  const { datum } = localTime(tenant)
  return [
    tenant.first(offen, {})?.n ?? 0,
    countLeft(tenant, "nicht_zugestellt", END_OF_TIME),
    countNeverEnded(tenant),
    countLeft(tenant, "geplant", datum),
    countUnplanned(tenant),
    countBestritten(tenant),
    listUncounted(tenant).length,
    listToRecount(tenant).length,
    countUnresolved(tenant),
    countHeld(tenant, mailService),
    webhooks ? countTroubled(tenant, webhooks) + countEnding(tenant) : 0,
    findOpenInventur(tenant) === null ? 0 : 1,
    countGeraeteSince(tenant, "verloren"),
    countOpenElsewhere(tenant),
    countGeraeteSince(tenant, "wartung", LONG_IN_WARTUNG),
    countDue(tenant).ueberfaellig,
  ].reduce((sum, count) => sum + count, 0)
}
