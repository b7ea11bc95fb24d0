import type { Static } from "@sinclair/typebox"
import type { TenantDb } from "../../db/tenant-db.ts"
import { findLatestPruefung } from "../pfandpruefung/stored.ts"
import { localTime } from "../time.ts"
import { draussen, geraeteSeitTagen, salden } from "./bestand.ts"
import type { HeuteReply } from "./model.ts"
import { fortschritt, liegengeblieben } from "./tag.ts"

/** A balance is old when its oldest piece has been out for so long; a repair has taken too long. In days. */
const ALT = 90
const LANGE_IN_WARTUNG = 30

/** After every day that can be planned. */
const NIE = "9999-99-99"

/**
 * What the office and the owner look at first: the day's tours, what went wrong, how much deposit is out. Everything
 * comes from an index or from what triggers keep; nothing is reckoned from the ledger.
 *
 * @param sicherung tells when the last backup was made; left out for whom it does not concern
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
    nie_beendet: liegengeblieben(tenant, "unterwegs", jetzt.datum),
    nie_begonnen: liegengeblieben(tenant, "geplant", jetzt.datum),
    geraete_verloren: geraeteSeitTagen(tenant, "verloren", 0),
    geraete_lange_in_wartung: geraeteSeitTagen(tenant, "wartung", LANGE_IN_WARTUNG),
    pfand: draussen(tenant),
    ...salden(tenant, ALT),
    sicherung: sicherung ? { letzte_am: sicherung()?.toISOString() ?? null } : null,
    pruefung: sicherung ? findLatestPruefung(tenant) : null,
  }
}
