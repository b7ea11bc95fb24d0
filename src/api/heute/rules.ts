import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { findLatestPruefung } from "../pfandpruefung/stored.ts"
import { countFaellige, listFaellige } from "../pruefplaene/rules.ts"
import type { Services } from "../frame/services.ts"
import { localTime } from "../shared/time.ts"
import { draussen, geraeteSeitTagen, salden } from "./bestand.ts"
import { ersteSchritte } from "./erste-schritte.ts"
import type { HeuteReply } from "./model.ts"
import { fortschritt, GEZEIGT, liegengeblieben, nieBeendet } from "./tag.ts"

/** Limits in days: age of a balance by its oldest piece, duration of a repair. */
const OLD = 90
const LANGE_IN_WARTUNG = 30

/** Later than any day that can be planned. */
const NIE = "9999-99-99"

/**
 * The overview for office and owner: today's tours, what went wrong, how much deposit is out. Reads only
 * indexes and totals kept by triggers, never the ledger itself.
 *
 * @param sicherungen how the backups went; omitted for roles it does not concern
 */
export function getHeute(
  tenant: TenantReader,
  sicherungen: Pick<Services, "lastBackup" | "failedBackup"> | undefined,
): Static<typeof HeuteReply> {
  const now = localTime(tenant)
  return {
    datum: now.datum,
    touren: fortschritt(tenant, now),
    neu_zu_planen: liegengeblieben(tenant, "nicht_zugestellt", NIE),
    nie_beendet: nieBeendet(tenant, now.datum),
    nie_begonnen: liegengeblieben(tenant, "geplant", now.datum),
    geraete_verloren: geraeteSeitTagen(tenant, "verloren", 0),
    geraete_lange_in_wartung: geraeteSeitTagen(tenant, "wartung", LANGE_IN_WARTUNG),
    pruefungen: { ...countFaellige(tenant), items: listFaellige(tenant, { tage: 90, limit: GEZEIGT }).items },
    pfand: draussen(tenant),
    ...salden(tenant, OLD),
    sicherung: sicherungen
      ? {
          letzte_am: sicherungen.lastBackup()?.toISOString() ?? null,
          misslungen_am: sicherungen.failedBackup()?.toISOString() ?? null,
        }
      : null,
    pruefung: sicherungen ? findLatestPruefung(tenant) : null,
    erste_schritte: ersteSchritte(tenant),
  }
}
