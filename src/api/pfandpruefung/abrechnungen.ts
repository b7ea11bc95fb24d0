import { query } from "../../db/query.ts"
import {
  abrechnungen,
  abrechnungsbuchungen,
  abrechnungspositionen,
  abrechnungssteuern,
  abrechnungsverschiebungen,
  anfangsvorgaenge,
  offene_buchungen,
  pfandbuchungen,
  pfandverluste,
  tenants,
} from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { calculateSteuer } from "../../lib/steuer.ts"
import { ENOUGH } from "../../lib/pruefungen.ts"
import type { Faults } from "./model.ts"

type Range = { nach: string; bis: string }

const fault = (msg: string): Faults[number] => ({ art: "abrechnung", msg })

/** A piece ends after so many settlements, or once they have more bookings than this. */
const PAGE = 100
const BUCHUNGEN = 2000

type Abrechnungssumme = {
  id: string
  nummer: string
  jahr: number
  lfd_nr: number
  art: "abrechnung" | "storno"
  summe_cent: number
  netto_cent: number
  ust_cent: number
  preise: "netto" | "brutto"
  storniert: 0 | 1
}

const inOrder = query<Abrechnungssumme, { jahr: number; nr: number; limit: number }>`
  SELECT a.id, a.nummer, a.jahr, a.lfd_nr, a.art, a.summe_cent, a.netto_cent, a.ust_cent, a.preise,
    EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id) AS storniert
  FROM ${abrechnungen} a WHERE (a.jahr, a.lfd_nr) > (:jahr, :nr) ORDER BY a.jahr, a.lfd_nr LIMIT :limit`

type OfRate<Sums> = { satz: number | null } & Sums

const sumPosten = query<OfRate<{ summe: number }>, { id: string }>`
  SELECT p.satz, sum(p.summe_cent) AS summe FROM ${abrechnungspositionen} p
  WHERE p.abrechnung_id = :id GROUP BY p.satz LIMIT 100`

const sumSteuern = query<OfRate<{ netto: number; ust: number }>, { id: string }>`
  SELECT s.satz, sum(s.netto_cent) AS netto, sum(s.ust_cent) AS ust FROM ${abrechnungssteuern} s
  WHERE s.abrechnung_id = :id GROUP BY s.satz LIMIT 100`

const sumBuchungen = query<{ summe: number | null; gelten: number | null; n: number }, { id: string }>`
  SELECT sum(b.summe_cent) AS summe, sum(z.gilt) AS gelten, count(*) AS n
  FROM ${abrechnungsbuchungen} z CROSS JOIN ${pfandbuchungen} b ON b.id = z.buchung_id WHERE z.abrechnung_id = :id`

/**
 * A shift that a settlement cannot have taken in: its booking is another customer's, or stands in a settlement that counts;
 * or the shift counts although the settlement was cancelled, or the other way round.
 */
const wrongShift = query<{ id: string }, { id: string; gilt: number }>`
  SELECT v.id FROM ${abrechnungsverschiebungen} v
  CROSS JOIN ${abrechnungen} a ON a.id = v.abrechnung_id CROSS JOIN ${pfandbuchungen} b ON b.id = v.buchung_id
  WHERE v.abrechnung_id = :id AND (v.gilt <> :gilt OR b.kunde_id <> a.kunde_id OR v.gilt = 1 AND EXISTS (
    SELECT 1 FROM ${abrechnungsbuchungen} z WHERE z.buchung_id = b.id AND z.gilt = 1)) LIMIT 1`

type Numbers = { nach: number; bis: number }

/**
 * Bookings that are not in exactly one place: in a settlement that counts, or among the open ones. An opening balance
 * and its Storno are open only where the other one was settled (migration 0023). A loss, an opening balance below
 * zero, and their Stornos are in no place (migrations 0041 and 0061).
 */
const notExactlyOnce = query<{ lfd_nr: number }, Numbers>`
  SELECT p.lfd_nr FROM (
    SELECT b.lfd_nr, b.art = 'anfangsbestand' OR a.id IS NOT NULL AS aussen, coalesce(v.id, m.id) IS NOT NULL AS verlust,
      (SELECT count(*) FROM ${abrechnungsbuchungen} z WHERE z.buchung_id = b.id AND z.gilt = 1) AS gilt,
      (SELECT count(*) FROM ${offene_buchungen} o WHERE o.id = b.id) AS offen,
      EXISTS (
        SELECT 1 FROM ${abrechnungsbuchungen} z WHERE z.gilt = 1 AND z.buchung_id = coalesce(a.id,
          (SELECT s.id FROM ${pfandbuchungen} s WHERE s.storno_von = b.id))
      ) AS gegen
    FROM ${pfandbuchungen} b
    LEFT JOIN ${pfandbuchungen} a ON a.id = b.storno_von AND a.art = 'anfangsbestand'
    LEFT JOIN ${pfandverluste} v ON v.id = b.vorgang_id
    LEFT JOIN ${anfangsvorgaenge} m ON m.id = b.vorgang_id
    WHERE b.lfd_nr > :nach AND b.lfd_nr <= :bis
  ) p
  WHERE iif(p.verlust, p.gilt + p.offen > 0, iif(p.aussen, p.gilt > 1 OR p.offen <> (p.gegen AND p.gilt = 0), p.gilt + p.offen <> 1))
  ORDER BY p.lfd_nr LIMIT 100`

/** Bookings from before settlements existed here were settled in the company's own way (migration 0015). */
const settledUpTo = (tenant: TenantDb): number => tenant.get(tenants, tenant.id).abrechnung_nach_nr

/** @returns what of these bookings is not in exactly one place */
export const findNotOnce = (tenant: TenantDb, { nach, bis }: Numbers): Faults =>
  tenant
    .all(notExactlyOnce, { nach: Math.max(nach, settledUpTo(tenant)), bis })
    .map(({ lfd_nr }) =>
      fault(
        `Buchung ${lfd_nr} steht weder in genau einer geltenden Abrechnung, noch ist sie genau einmal offen`,
      ),
    )

type Sum = { kunde_id: string; summe: number }

/** Counter-documents have the other sign: what is left are the settlements that count. */
const abgerechnet = query<Sum, Range>`
  SELECT a.kunde_id, sum(a.summe_cent) AS summe FROM ${abrechnungen} a
  WHERE a.kunde_id > :nach AND a.kunde_id <= :bis GROUP BY a.kunde_id`

const open = query<Sum, Range>`
  SELECT o.kunde_id, sum(b.summe_cent) AS summe
  FROM ${offene_buchungen} o CROSS JOIN ${pfandbuchungen} b ON b.id = o.id
  WHERE o.kunde_id > :nach AND o.kunde_id <= :bis GROUP BY o.kunde_id`

/** The bookings from before there were settlements. */
const settledBefore = query<Sum, Range & { nach_nr: number }>`
  SELECT b.kunde_id, sum(b.summe_cent) AS summe
  FROM ${pfandbuchungen} b
  WHERE b.kunde_id > :nach AND b.kunde_id <= :bis AND b.lfd_nr <= :nach_nr GROUP BY b.kunde_id`

/** Losses, opening balances, and the Stornos of both, as far as they stand in no settlement and are not open. */
const ausserhalb = query<Sum, Range & { nach_nr: number }>`
  SELECT p.kunde_id, sum(p.summe_cent) AS summe FROM (
    SELECT a.kunde_id, a.id, a.lfd_nr, a.summe_cent FROM ${pfandbuchungen} a
    WHERE a.kunde_id > :nach AND a.kunde_id <= :bis AND a.art = 'anfangsbestand'
    UNION ALL
    SELECT s.kunde_id, s.id, s.lfd_nr, s.summe_cent
    FROM ${pfandbuchungen} a CROSS JOIN ${pfandbuchungen} s ON s.storno_von = a.id
    WHERE a.kunde_id > :nach AND a.kunde_id <= :bis AND a.art = 'anfangsbestand'
    UNION ALL
    SELECT b.kunde_id, b.id, b.lfd_nr, b.summe_cent
    FROM ${pfandverluste} v CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = v.id
    WHERE v.kunde_id > :nach AND v.kunde_id <= :bis
    UNION ALL -- below zero: the others of its Vorgang, and of its Storno, are counted above
    SELECT b.kunde_id, b.id, b.lfd_nr, b.summe_cent
    FROM ${anfangsvorgaenge} m CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = m.id
    WHERE m.kunde_id > :nach AND m.kunde_id <= :bis
      AND b.art = iif(b.storno_von IS NULL, 'korrektur_minus', 'korrektur_plus')
  ) p
  WHERE p.lfd_nr > :nach_nr
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungsbuchungen} z WHERE z.buchung_id = p.id AND z.gilt = 1)
    AND NOT EXISTS (SELECT 1 FROM ${offene_buchungen} o WHERE o.id = p.id)
  GROUP BY p.kunde_id`

/**
 * Adds every settlement up: its number follows the one before, its lines, taxes and bookings give its sum, and its
 * bookings count exactly as long as it was not cancelled. Yields where others may have their turn.
 */
export function* checkAbrechnungen(tenant: TenantDb, fehler: Faults): Generator<undefined, void> {
  let jahr = 0
  let nr = 0
  while (fehler.length < ENOUGH) {
    yield
    const page = tenant.all(inOrder, { jahr, nr, limit: PAGE })
    let buchungen = 0
    for (const zeile of page) {
      const expected = zeile.jahr === jahr ? nr + 1 : 1
      if (zeile.lfd_nr !== expected) fehler.push(fault(`Vor der Abrechnung ${zeile.nummer} fehlt eine`))
      const { faults, n } = addUp(tenant, zeile)
      fehler.push(...faults.map((what) => fault(`Abrechnung ${zeile.nummer}: ${what}`)))
      jahr = zeile.jahr
      nr = zeile.lfd_nr
      buchungen += n
      // The rest of the page is read anew, as others may cancel settlements in between.
      if (buchungen > BUCHUNGEN) break
    }
    if (page.length < PAGE && buchungen <= BUCHUNGEN) return
  }
}

/** @returns what is wrong with a settlement, and the number of its bookings */
function addUp(tenant: TenantDb, zeile: Abrechnungssumme): { faults: string[]; n: number } {
  const { id, art, summe_cent, netto_cent, ust_cent, storniert } = zeile
  const posten = tenant.all(sumPosten, { id })
  const steuern = tenant.all(sumSteuern, { id })
  const faults = describeSteuern(posten, steuern, zeile.preise)
  if (total(posten, ({ summe }) => summe) !== summe_cent) faults.push("die Posten ergeben nicht ihre Summe")
  if (total(steuern, ({ netto }) => netto) !== netto_cent || total(steuern, ({ ust }) => ust) !== ust_cent)
    faults.push("die Steuern ergeben nicht Netto und Umsatzsteuer")
  const { summe, gelten, n } = tenant.getFirst(sumBuchungen, { id })
  // A counter-document has no bookings: it sets free those of the settlement that it cancels.
  if (art === "storno" ? n !== 0 : (summe ?? 0) !== summe_cent)
    faults.push("ihre Buchungen ergeben nicht ihre Summe")
  if (art === "abrechnung" && (gelten ?? 0) !== (storniert === 1 ? 0 : n))
    faults.push("ihre Buchungen gelten nicht so lange wie sie selbst")
  if (tenant.first(wrongShift, { id, gilt: art === "abrechnung" && storniert === 0 ? 1 : 0 }))
    faults.push("was sie an Steuer verschiebt, gehört nicht zu ihr")
  return { faults, n }
}

const total = <R>(rows: readonly R[], pick: (row: R) => number): number =>
  rows.reduce((sum, row) => sum + pick(row), 0)

/** @returns the rates of which net and VAT do not follow from the lines, in words */
function describeSteuern(
  posten: readonly OfRate<{ summe: number }>[],
  steuern: readonly OfRate<{ netto: number; ust: number }>[],
  preise: "netto" | "brutto",
): string[] {
  const saetze = new Set([...posten, ...steuern].map(({ satz }) => satz))
  return [...saetze].flatMap((satz) => {
    const ofRate = <R extends { satz: number | null }>(rows: readonly R[]) =>
      rows.find((row) => row.satz === satz)
    const expected = calculateSteuer(ofRate(posten)?.summe ?? 0, satz, preise)
    const { netto, ust } = ofRate(steuern) ?? { netto: 0, ust: 0 }
    if (netto === expected.netto_cent && ust === expected.ust_cent) return []
    return `Netto und Umsatzsteuer ${satz === null ? "ohne Satz" : `zu ${satz} %`} folgen nicht aus den Posten`
  })
}

/**
 * Must not yield: all is read from the same state.
 *
 * @param salden what the ledger says of each customer
 * @returns the customers whose settlements, open bookings and opening balances do not add up to that
 */
export function compareAbrechnungen(
  tenant: TenantDb,
  range: Range,
  salden: ReadonlyMap<string, number>,
): Faults {
  const from_nr = settledUpTo(tenant)
  const earlier = from_nr > 0 ? tenant.all(settledBefore, { ...range, nach_nr: from_nr }) : []
  const sums = new Map<string, number>()
  for (const { kunde_id, summe } of [
    ...tenant.all(abgerechnet, range),
    ...tenant.all(open, range),
    ...tenant.all(ausserhalb, { ...range, nach_nr: from_nr }),
    ...earlier,
  ])
    sums.set(kunde_id, (sums.get(kunde_id) ?? 0) + summe)
  return [...new Set([...sums.keys(), ...salden.keys()])]
    .filter((kunde_id) => (sums.get(kunde_id) ?? 0) !== (salden.get(kunde_id) ?? 0))
    .map((kunde_id) =>
      fault(`Abrechnungen und offene Buchungen des Kunden ${kunde_id} ergeben nicht seinen Saldo`),
    )
}
