import type { Static } from "@sinclair/typebox"
import type { TenantDb } from "../../db/tenant-db.ts"
import { findLatestPruefung } from "../pfandpruefung/stored.ts"
import { localTime } from "../time.ts"
import { draussen, geraeteSeitTagen, salden } from "./bestand.ts"
import type { HeuteReply } from "./model.ts"
import { fortschritt, liegengeblieben, nieBeendet } from "./tag.ts"

/** In days: when a balance counts as old, by its oldest piece, and when a repair has taken too long. */
const ALT = 90
const LANGE_IN_WARTUNG = 30

/** Later than any day that can be planned. */
const NIE = "9999-99-99"

/**
 * The overview for office and owner: today's tours, what went wrong, how much deposit is out. Reads only
 * indexes and totals kept by triggers, never the ledger itself.
 *
 * @param sicherung returns when the last backup was made; omitted for roles it does not concern
 */
export function getHeute(
  tenant: TenantDb,
  sicherung: (() => Date | undefined) | undefined,
): Static<typeof HeuteReply> {
  const jetzt = localTime(tenant)
  return {
    datum: jetzt.datum,
    touren: fortschritt(tenant, jetzt),
    neu_zu_planen: liegengeblieben(tenant, "nicht_zugestellt", NIE),
    nie_beendet: nieBeendet(tenant, jetzt.datum),
    nie_begonnen: liegengeblieben(tenant, "geplant", jetzt.datum),
    geraete_verloren: geraeteSeitTagen(tenant, "verloren", 0),
    geraete_lange_in_wartung: geraeteSeitTagen(tenant, "wartung", LANGE_IN_WARTUNG),
    pfand: draussen(tenant),
    ...salden(tenant, ALT),
    sicherung: sicherung ? { letzte_am: sicherung()?.toISOString() ?? null } : null,
    pruefung: sicherung ? findLatestPruefung(tenant) : null,
  }
}
