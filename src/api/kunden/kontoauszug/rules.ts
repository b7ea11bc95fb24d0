import { query } from "../../../db/query.ts"
import {
  anfangsvorgaenge,
  geraete,
  pfandartikel,
  pfandbuchungen,
  pfandverluste,
  tenants,
} from "../../../db/schema.ts"
import type { TenantReader } from "../../../db/tenant-db.ts"
import { dayIn } from "../../../lib/format.ts"
import { conflict, invalid } from "../../../lib/refusal.ts"
import { type Kontoauszug, kontoauszug } from "../../../print/dokumente/kontoauszug.ts"
import { saldoOf } from "../../../print/dokumente/letter-parts.ts"
import type { Brief } from "../../belege/printing.ts"
import { lastNrBefore, listBestand } from "../../belege/bestand.ts"
import { getEmpfaenger, getFirma, startOfToday } from "../../belege/kopf.ts"
import { buchungsartInWords, piecesOf } from "../../../lib/buchungsart.ts"
import type { Buchung } from "../../pfandbuchungen/chain.ts"
import { instants, localTime } from "../../shared/time.ts"

type Auszugszeile = Pick<
  Buchung,
  "art" | "menge" | "betrag_cent" | "summe_cent" | "erfasst_am" | "storno_von"
> & {
  nummer: string
  bezeichnung: string
  verlust: 0 | 1
  geraet_id: string | null
  anfang: 0 | 1
}

/**
 * Most movements in one statement, on 1300 pages: printing them takes 350 MB, keeping and sending them as much again.
 */
const BEWEGUNGEN = 50_000

const bewegungen = query<Auszugszeile, { kunde_id: string; seit: string; vor: string }>`
  SELECT b.art, b.menge, b.betrag_cent, b.summe_cent, b.erfasst_am, b.storno_von, b.geraet_id,
    coalesce(a.nummer, g.geraetenummer) AS nummer, coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung,
    EXISTS (SELECT 1 FROM ${pfandverluste} v WHERE v.id = b.vorgang_id) AS verlust,
    EXISTS (SELECT 1 FROM ${anfangsvorgaenge} m WHERE m.id = b.vorgang_id) AS anfang
  FROM ${pfandbuchungen} b
  LEFT JOIN ${pfandartikel} a ON a.id = b.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = b.geraet_id
  WHERE b.kunde_id = :kunde_id AND b.erfasst_am >= :seit AND b.erfasst_am < :vor
  ORDER BY b.erfasst_am, b.lfd_nr`

const tooMany = query<{ id: string }, { kunde_id: string; seit: string; vor: string; most: number }>`
  SELECT b.id FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.erfasst_am >= :seit AND b.erfasst_am < :vor LIMIT 1 OFFSET :most`

/** Without the sign of a correction, which its number of pieces has on a statement. */
const WORDS = { ...buchungsartInWords, korrektur_plus: "Korrektur", korrektur_minus: "Korrektur" }

const wordOf = ({ art, storno_von, verlust, anfang }: Auszugszeile): string => {
  if (storno_von !== null) return "Storno"
  if (anfang === 1) return WORDS.anfangsbestand
  return verlust === 1 ? "Verlust" : WORDS[art]
}

/** @returns the period asked for; without one, the current month until today */
export function readPeriod(
  tenant: TenantReader,
  { von, bis = localTime(tenant).datum }: { von?: string; bis?: string },
): { von: string; bis: string } {
  return { von: von ?? `${bis.slice(0, 7)}-01`, bis }
}

/**
 * Days of a company, as instants.
 *
 * @throws Refusal invalid for a period that ends before it begins, or is not over
 */
function bounds(
  tenant: TenantReader,
  { von, bis }: { von: string; bis: string },
): { seit: string; vor: string } {
  if (von > bis) throw invalid("von", "liegt nach dem Ende des Zeitraums", "query")
  if (bis > localTime(tenant).datum) throw invalid("bis", "liegt in der Zukunft", "query")
  const { seit = "", vor = "" } = instants(tenant, { von, bis })
  return { seit, vor }
}

/**
 * A customer's account over a period, by the days on which things were captured: what was held before, what moved,
 * what is held after.
 *
 * @throws Refusal missing; invalid; conflict for more than fits into one statement
 */
export function getKontoauszug(
  tenant: TenantReader,
  kunde_id: string,
  period: { von: string; bis: string },
): Kontoauszug {
  const an = getEmpfaenger(tenant, kunde_id)
  const { seit, vor } = bounds(tenant, period)
  const { zeitzone, einspruchsfrist_tage, preise } = tenant.get(tenants, tenant.id)
  if (tenant.first(tooMany, { kunde_id, seit, vor, most: BEWEGUNGEN }))
    throw conflict(`Mehr als ${BEWEGUNGEN} Bewegungen: bitte einen kürzeren Zeitraum wählen`)
  return {
    firma: getFirma(tenant),
    an,
    ...period,
    erstellt_am: startOfToday(tenant),
    stand_nr: lastNrBefore(tenant, kunde_id, vor),
    einspruchsfrist_tage,
    preise,
    anfang: listBestand(tenant, kunde_id, seit),
    bewegungen: tenant.all(bewegungen, { kunde_id, seit, vor }).map((zeile) => ({
      ...zeile,
      datum: dayIn(zeile.erfasst_am, zeitzone),
      vorgang: wordOf(zeile),
      menge: piecesOf(zeile),
      geraet: zeile.geraet_id !== null,
    })),
    ende: listBestand(tenant, kunde_id, vor),
  }
}

/** @returns the statement as a letter to the customer */
export const toKontoauszug = (kunde_id: string, auszug: Kontoauszug): Brief => ({
  druck: kontoauszug(auszug),
  beleg: { art: "kontoauszug", kunde_id, von: auszug.von, bis: auszug.bis, saldo_cent: saldoOf(auszug.ende) },
})
