import { query } from "../../db/query.ts"
import {
  abrechnungen,
  abrechnungsbuchungen,
  abrechnungsverschiebungen,
  anfangsvorgaenge,
  geraete,
  kunden,
  offene_buchungen,
  pfandartikel,
  pfandbuchungen,
  pfandsalden,
  pfandumbewertungen,
  pfandverluste,
  tenants,
} from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { localTime } from "../shared/time.ts"
import { type Bewegung, COLUMNS, hasMixed, listMixed, readAccounts } from "../pfandlots/bewegungen.ts"
import { itemIdOf } from "../shared/artikel-or-geraet.ts"
import { type Betraege, calculateAbrechnung, type NamedBewegung } from "./calculate.ts"
import { assignSaetze, settledTax, type Share, shiftsOf, sumShares } from "../pfandlots/saetze.ts"

/**
 * Most bookings of one settlement: nobody else writes while it is stored or cancelled, but reads do not wait (http/run.ts).
 * With fewer, large customers could not be settled by the month.
 */
const BUCHUNGEN = 5000
/** Most bookings of a single day, which cannot be settled in parts. */
const BUCHUNGEN_PER_DAY = 20_000

const open = query<Bewegung, { kunde_id: string; vor: string }>`
  SELECT ${COLUMNS}, u.id AS umbewertung, 0 AS verlust
  FROM ${offene_buchungen} o CROSS JOIN ${pfandbuchungen} b ON b.id = o.id
  LEFT JOIN ${pfandumbewertungen} u ON u.id = b.vorgang_id
  WHERE o.kunde_id = :kunde_id AND o.erfasst_am < :vor`

/** A company's settings for its settlements. */
export type Regelung = Pick<
  Row<typeof tenants>,
  | "preise"
  | "ust_verfahren"
  | "kleinunternehmer"
  | "zeitzone"
  | "abrechnung_nach_nr"
  | "regelung_gewechselt_nr"
>

type Name = Pick<NamedBewegung, "nummer" | "bezeichnung" | "einheit"> & { id: string }

/** Names of articles and devices by their ids as JSON. */
const names = query<Name, { ids: string }>`
  SELECT a.id, a.nummer, a.bezeichnung, a.einheit FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value
  UNION ALL
  SELECT g.id, g.geraetenummer, g.bezeichnung, 'stueck' FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value`

const tooMany = query<{ id: string }, { kunde_id: string; vor: string; most: number }>`
  SELECT o.id FROM ${offene_buchungen} o
  WHERE o.kunde_id = :kunde_id AND o.erfasst_am < :vor LIMIT 1 OFFSET :most`

const oldest = query<{ erfasst_am: string }, { kunde_id: string }>`
  SELECT o.erfasst_am FROM ${offene_buchungen} o WHERE o.kunde_id = :kunde_id ORDER BY o.erfasst_am LIMIT 1`

const sumOpen = query<{ summe: number | null }, { kunde_id: string }>`
  SELECT sum(b.summe_cent) AS summe FROM ${offene_buchungen} o CROSS JOIN ${pfandbuchungen} b ON b.id = o.id
  WHERE o.kunde_id = :kunde_id`

const saldo = query<{ wert_cent: number }, { kunde_id: string }>`
  SELECT s.wert_cent FROM ${pfandsalden} s WHERE s.kunde_id = :kunde_id`

type Outside = { id: string; item_id: string }

/**
 * Opening balances, losses and their Stornos stand in no settlement (some of earlier versions do), but may change with
 * which tax pieces of other bookings came back. These are the ones whose change no settlement has taken in so far. Those
 * from before the company's first settlement are left out, as no booking from then is settled.
 */
const unasked = query<Outside, { kunde_id: string; nach: number; vor: string }>`
  SELECT p.id, coalesce(p.pfandartikel_id, p.geraet_id) AS item_id FROM (
    SELECT b.* FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.art = 'anfangsbestand'
    UNION ALL
    SELECT s.* FROM ${pfandbuchungen} b CROSS JOIN ${pfandbuchungen} s ON s.storno_von = b.id
    WHERE b.kunde_id = :kunde_id AND b.art = 'anfangsbestand'
    UNION ALL
    SELECT b.* FROM ${pfandverluste} v CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = v.id WHERE v.kunde_id = :kunde_id
    UNION ALL -- below zero: the others of its Vorgang, and of its Storno, are named above
    SELECT b.* FROM ${anfangsvorgaenge} m CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = m.id
    WHERE m.kunde_id = :kunde_id AND b.art = iif(b.storno_von IS NULL, 'korrektur_minus', 'korrektur_plus')
  ) p
  WHERE p.lfd_nr > :nach AND p.erfasst_am < :vor
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungsverschiebungen} v WHERE v.buchung_id = p.id AND v.gilt = 1)
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungsbuchungen} z WHERE z.buchung_id = p.id AND z.gilt = 1)
    AND NOT EXISTS (SELECT 1 FROM ${offene_buchungen} o WHERE o.id = p.id)`

/**
 * Customers settled by the month with nothing open, but with such a booking since a settlement. All of them are
 * corrections or opening balances, which an index lists.
 */
const maybeShifted = query<{ id: string }, { nach: number; vor: string }>`
  SELECT DISTINCT p.kunde_id AS id FROM ${pfandbuchungen} p CROSS JOIN ${kunden} k ON k.id = p.kunde_id
  WHERE p.art IN ('anfangsbestand', 'korrektur_plus', 'korrektur_minus') AND p.lfd_nr > :nach AND p.erfasst_am < :vor
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungsverschiebungen} v WHERE v.buchung_id = p.id AND v.gilt = 1)
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungsbuchungen} z WHERE z.buchung_id = p.id AND z.gilt = 1)
    AND k.abrechnung = 'monatlich'
    AND NOT EXISTS (SELECT 1 FROM ${offene_buchungen} o WHERE o.kunde_id = k.id AND o.erfasst_am < :vor)
    AND EXISTS (SELECT 1 FROM ${abrechnungen} a WHERE a.kunde_id = k.id)`

/** Bookings in the order of the ledger. */
export type Draft = Betraege & {
  buchungen: NamedBewegung[]
  /** Bookings that never stand in a settlement, but moved something from one tax to another: this one settles that. */
  verschiebungen: NamedBewegung[]
  /** Ids of all such bookings that were asked whether they moved something. Most did not; they are not asked again. */
  gefragt: string[]
  anfang_cent: number
}

/** @returns the bookings that a settlement is about */
export const settledBy = ({ buchungen, verschiebungen }: Draft): NamedBewegung[] =>
  buchungen.length > 0 ? buchungen : verschiebungen

/** @returns the open bookings of a customer that were captured before an instant, in the order of the ledger */
const readOpen = (tenant: TenantReader, kunde_id: string, vor: string): Bewegung[] =>
  tenant.all(open, { kunde_id, vor }).toSorted((a, b) => a.lfd_nr - b.lfd_nr)

/**
 * A customer's next settlement: of all open bookings, and of what bookings that never stand in one have moved from one
 * tax to another since the last.
 *
 * @param vor only what was captured before this instant, ISO 8601 UTC
 * @returns no lines when there is nothing to settle
 * @throws Refusal conflict for more bookings than fit into one
 */
export function draftAbrechnung(
  tenant: TenantReader,
  regelung: Regelung,
  kunde_id: string,
  vor: string,
): Draft {
  requireFew(tenant, kunde_id, vor)
  const unsettled = readOpen(tenant, kunde_id, vor)
  const outside = tenant.all(unasked, { kunde_id, nach: regelung.abrechnung_nach_nr, vor })
  const ids = [...new Set([...unsettled.map(itemIdOf), ...outside.map(({ item_id }) => item_id)])]
  const named = new Map(tenant.all(names, { ids: JSON.stringify(ids) }).map((name) => [name.id, name]))
  const mixed = listMixed(tenant, kunde_id, ids, regelung.regelung_gewechselt_nr)
  const accounts = readMixed(tenant, regelung, kunde_id, mixed, outside)
  const shares = new Map([
    ...assignSaetze(
      unsettled.filter((one) => !mixed.has(itemIdOf(one))),
      settledTax(regelung.zeitzone),
    ),
    ...accounts.shares,
  ])
  const anfang_cent =
    (tenant.first(saldo, { kunde_id })?.wert_cent ?? 0) - (tenant.first(sumOpen, { kunde_id })?.summe ?? 0)
  const withName = (bewegung: Bewegung): NamedBewegung => {
    const { nummer = "", bezeichnung = "", einheit = "stueck" } = named.get(itemIdOf(bewegung)) ?? {}
    return { ...bewegung, nummer, bezeichnung, einheit }
  }
  const buchungen = unsettled.map(withName)
  const verschiebungen = accounts.verschiebungen.map(withName)
  const betraege = calculateAbrechnung([...buchungen, ...verschiebungen], shares, regelung.preise)
  return { buchungen, verschiebungen, gefragt: outside.map(({ id }) => id), anfang_cent, ...betraege }
}

/**
 * @param vor as of `draftAbrechnung`
 * @returns ids of the customers settled by the month who have nothing open, but of whom `hasShifts` is still to be asked
 */
export function listMaybeShifted(tenant: TenantReader, vor: string): string[] {
  const { abrechnung_nach_nr: nach, regelung_gewechselt_nr: nr } = tenant.get(tenants, tenant.id)
  return hasMixed(tenant, nr) ? tenant.all(maybeShifted, { nach, vor }).map(({ id }) => id) : []
}

/**
 * @param kunde_id of `listMaybeShifted`
 * @returns whether there is yet something to settle: bookings that never stand in a settlement have moved settled ones
 *   from one tax to another
 */
export const hasShifts = (tenant: TenantReader, regelung: Regelung, kunde_id: string, vor: string): boolean =>
  draftAbrechnung(tenant, regelung, kunde_id, vor).positionen.length > 0

/** @returns ids of all customers of whom that is so; each is drafted */
export function listShifted(tenant: TenantReader, vor: string): string[] {
  const regelung = tenant.get(tenants, tenant.id)
  return listMaybeShifted(tenant, vor).filter((id) => hasShifts(tenant, regelung, id, vor))
}

/**
 * @param mixed articles and devices of which some bookings have another tax than others
 * @returns `shares` of all bookings of these accounts; and as `verschiebungen` the bookings of `outside` that move
 *   pieces from one tax to another. What they move in one account is summed up in the shares of the first; the others
 *   of that account have none
 */
function readMixed(
  tenant: TenantReader,
  { zeitzone }: Regelung,
  kunde_id: string,
  mixed: ReadonlySet<string>,
  outside: readonly Outside[],
): { shares: Map<string, Share[]>; verschiebungen: Bewegung[] } {
  if (mixed.size === 0) return { shares: new Map(), verschiebungen: [] }
  const bewegungen = readAccounts(tenant, kunde_id, [...mixed])
  const shares = assignSaetze(bewegungen, settledTax(zeitzone))
  const shifts = shiftsOf(bewegungen, shares, new Set(outside.map(({ id }) => id)))
  const verschiebungen = bewegungen.filter(({ id }) => shifts.has(id))
  for (const ofOne of Map.groupBy(verschiebungen, itemIdOf).values()) {
    const together = sumShares(...ofOne.map(({ id }) => shifts.get(id) ?? []))
    for (const [index, { id }] of ofOne.entries()) shares.set(id, index === 0 ? together : [])
  }
  return { shares, verschiebungen }
}

function requireFew(tenant: TenantReader, kunde_id: string, vor: string): void {
  if (!tenant.first(tooMany, { kunde_id, vor, most: BUCHUNGEN })) return
  const first = localTime(tenant, tenant.first(oldest, { kunde_id })?.erfasst_am).datum
  const last = localTime(tenant, new Date(Date.parse(vor) - 1).toISOString()).datum
  if (first < last)
    throw conflict(`Mehr als ${BUCHUNGEN} offene Buchungen: bitte erst bis zu einem früheren Tag abrechnen`)
  if (tenant.first(tooMany, { kunde_id, vor, most: BUCHUNGEN_PER_DAY }))
    throw conflict(`Mehr als ${BUCHUNGEN_PER_DAY} offene Buchungen an einem Tag`)
}

/** Most bookings that are settled where everybody waits for it. */
const SETTLED_HERE = 500

const beyond = query<{ id: string }, { kunde_id: string; most: number }>`
  SELECT o.id FROM ${offene_buchungen} o WHERE o.kunde_id = :kunde_id LIMIT 1 OFFSET :most`

const abgerechnet = query<{ id: string }, { abrechnung_id: string; most: number }>`
  SELECT b.id FROM ${abrechnungsbuchungen} b WHERE b.abrechnung_id = :abrechnung_id LIMIT 1 OFFSET :most`

/** @returns whether a customer has enough open bookings for the thread of long writes (http/run.ts) */
export const isLongSettlement = ({
  tenant,
  body,
}: {
  tenant: TenantReader
  body: { kunde_id: string }
}): boolean => tenant.first(beyond, { kunde_id: body.kunde_id, most: SETTLED_HERE }) !== undefined

/** @returns whether a settlement has enough bookings for its Storno to go to that thread */
export const isLongStorno = ({ tenant, params }: { tenant: TenantReader; params: Record<string, string> }) =>
  tenant.first(abgerechnet, { abrechnung_id: params["id"] ?? "", most: SETTLED_HERE }) !== undefined
