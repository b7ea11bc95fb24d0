import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { findLatestPruefung } from "../pfandpruefung/stored.ts"
import { countFaellige, listFaellige } from "../pruefplaene/rules.ts"
import type { Services } from "../frame/services.ts"
import { localTime } from "../shared/time.ts"
import { listBestritten } from "./bestritten.ts"
import { listGeraeteSince, LONG_IN_WARTUNG, salden, sumOutside } from "./bestand.ts"
import { readFirstSteps } from "./first-steps.ts"
import type { TodayReply } from "./model.ts"
import { listLeft, listNeverEnded, listProgress, NEVER, SHOWN } from "./tag.ts"

/** Age of a balance by its oldest piece, in days. */
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
    neu_zu_planen: listLeft(tenant, "nicht_zugestellt", NEVER),
    nie_beendet: listNeverEnded(tenant, now.datum),
    nie_begonnen: listLeft(tenant, "geplant", now.datum),
    bestritten: listBestritten(tenant),
    geraete_verloren: listGeraeteSince(tenant, "verloren", 0),
    geraete_lange_in_wartung: listGeraeteSince(tenant, "wartung", LONG_IN_WARTUNG),
    pruefungen: { ...countFaellige(tenant), items: listFaellige(tenant, { tage: 90, limit: SHOWN }).items },
    pfand: sumOutside(tenant),
    ...salden(tenant, OLD),
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
