import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { abrechnungen, kunden, offene_buchungen, tenants } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { formatEuro, formatQuantity } from "../../lib/format.ts"
import { conflict, Refusal } from "../../lib/refusal.ts"
import { type PageOf, type PageRequest, readPage, readWithin } from "../shared/page.ts"
import type { LaufPreview, LaufSumme } from "./model.ts"
import { draftAbrechnung, hasShifts, listMaybeShifted, listShifted, settledBy } from "./open.ts"
import { amountsOf, formOf, hasUstAbroad, requireDetails, requireRecipient } from "./pflicht.ts"
import { isWithoutUst } from "./calculate.ts"
import { type Creator, endOfPeriod, findInPeriod, type Period, storeDraft } from "./rules.ts"
import { type Abrechnung, getAbrechnung } from "./read.ts"

type Preview = Static<typeof LaufPreview>
export type Summe = Static<typeof LaufSumme>
type Kunde = Pick<Row<typeof kunden>, "id" | "kundennummer" | "name" | "name_sort" | "art" | "land">

/** Customers of a month's run, or those whom it leaves to their next delivery. */
type Laufart = "monatlich" | "je_lieferung"
type Who = { abrechnung: Laufart; vor: string }

/** `shifted` is the ids of `listMaybeShifted` as JSON. */
const abzurechnen = query<Kunde, Who & { name: string; id: string; shifted: string; limit: number }>`
  SELECT k.id, k.kundennummer, k.name, k.name_sort, k.art, k.land FROM ${kunden} k
  WHERE (k.name_sort, k.id) > (:name, :id) AND k.abrechnung = :abrechnung
    AND (EXISTS (SELECT 1 FROM ${offene_buchungen} o WHERE o.kunde_id = k.id AND o.erfasst_am < :vor)
      OR k.id IN (SELECT j.value FROM json_each(:shifted) j))
  ORDER BY k.name_sort, k.id LIMIT :limit`

const customers = query<{ n: number }, Who>`SELECT count(DISTINCT o.kunde_id) AS n
  FROM ${offene_buchungen} o JOIN ${kunden} k ON k.id = o.kunde_id
  WHERE o.erfasst_am < :vor AND k.abrechnung = :abrechnung`

/** A customer's settlements whose periods ended in between, those of single deliveries included. */
const abgerechnet = query<{ betrag_cent: number | null }, { kunde_id: string; von: string; bis: string }>`
  SELECT sum(iif(a.abrechnung_ist = 'beleg', a.summe_cent, a.netto_cent + a.ust_cent)) AS betrag_cent FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id AND a.art = 'abrechnung' AND +a.bis >= :von AND +a.bis <= :bis
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id)`

/** @param day `YYYY-MM-DD` @returns first and last day of the month before its month */
function monthBefore(day: string): { von: string; bis: string } {
  const [jahr, monat] = day.split("-").map(Number) as [number, number]
  const bis = new Date(Date.UTC(jahr, monat - 1, 0)).toISOString().slice(0, 10)
  return { von: `${bis.slice(0, 7)}-01`, bis }
}

/** Settlements of a customer that count and reach to the end of a period; those of single deliveries do not. */
const toTheEnd = query<{ nummer: string }, { kunde_id: string; bis: string }>`
  SELECT a.nummer FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id AND a.art = 'abrechnung' AND +a.lieferung_id IS NULL AND +a.bis >= :bis
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id)
  LIMIT 1`

/** A customer's cancelled settlement to the end of a period, whose place no other one took. */
const reopened = query<{ nummer: string }, { kunde_id: string; bis: string }>`
  SELECT a.nummer FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id AND a.art = 'abrechnung' AND +a.lieferung_id IS NULL AND +a.bis = :bis
    AND EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id)
    AND NOT EXISTS (
      SELECT 1 FROM ${abrechnungen} o
      WHERE o.kunde_id = a.kunde_id AND o.art = 'abrechnung' AND +o.lieferung_id IS NULL AND +o.bis = a.bis
        AND NOT EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = o.id))
  LIMIT 1`

/** @throws Refusal conflict that says why something is open of a period that was settled, and where it is settled */
function requireNotLate(tenant: TenantReader, kunde_id: string, bis: string): void {
  const settled = tenant.first(toTheEnd, { kunde_id, bis })
  if (!settled) return
  const cancelled = tenant.first(reopened, { kunde_id, bis })
  if (cancelled)
    throw conflict(
      `Die Abrechnung ${cancelled.nummer} ist storniert, ihre Buchungen sind wieder offen, und ${settled.nummer} reicht schon weiter. Bitte beim Kunden „Jetzt abrechnen“ wählen; sonst kommen sie in die nächste Abrechnung`,
    )
  throw conflict(
    `Nach der Abrechnung ${settled.nummer} ging noch etwas ein: Es bleibt offen für die nächste Abrechnung`,
  )
}

/**
 * Settles what a customer has open up to the end of a period, for a month's run. Where a part of the period is settled
 * already, the period begins with the oldest open booking.
 *
 * @returns undefined where nothing is open
 * @throws Refusal conflict when what the company or the customer needs for it is not complete, or the period was settled
 *   to its end
 */
export function settleOpen(
  tenant: TenantDb,
  creator: Creator,
  { kunde_id, auftrag_id, von, bis }: Period & { kunde_id: string; auftrag_id: string },
): Abrechnung | undefined {
  const draft = draftAbrechnung(tenant, tenant.get(tenants, tenant.id), kunde_id, endOfPeriod(tenant, bis))
  if (draft.positionen.length === 0) return undefined
  requireDetails(tenant, kunde_id)
  requireRecipient(tenant, kunde_id, draft)
  requireNotLate(tenant, kunde_id, bis)
  const isFree = findInPeriod(tenant, kunde_id, { von, bis }) === undefined
  const zeile = storeDraft(tenant, creator, { kunde_id, auftrag_id, bis, draft, ...(isFree && { von }) })
  return getAbrechnung(tenant, zeile.id)
}

/** Bookings that are looked at for a page, which takes 20 ms. */
const BUCHUNGEN = 2500

/**
 * Preview of a month's run: settlements customer by customer, by name; changes nothing.
 *
 * @param abrechnung `je_lieferung` for what the run leaves: booked without a delivery, or what a delivery could not settle
 * @throws Refusal invalid for a period that has not ended
 */
export function previewLauf(
  tenant: TenantReader,
  { bis, abrechnung = "monatlich", ...request }: PageRequest & { bis: string; abrechnung?: Laufart },
): PageOf<Preview> {
  const vor = endOfPeriod(tenant, bis)
  const isRun = abrechnung === "monatlich"
  const maybeShifted = isRun ? listMaybeShifted(tenant, vor) : []
  const shifted = JSON.stringify(maybeShifted)
  const unsure = new Set(maybeShifted)
  const list = (part: PageRequest): PageOf<Kunde> =>
    readPage<Kunde>(part, {
      order: `abrechnungslauf ${bis} ${abrechnung}`,
      numeric: false,
      rows: ([name, id] = ["", ""], limit) =>
        tenant.all(abzurechnen, { abrechnung, name: String(name), id, vor, shifted, limit }),
      keyOf: ({ name_sort, id }) => [name_sort, id],
      count: () =>
        (tenant.first(customers, { abrechnung, vor })?.n ?? 0) +
        (isRun ? listShifted(tenant, vor).length : 0),
    })
  const regelung = tenant.get(tenants, tenant.id)
  const earlier = monthBefore(bis)
  const each = ({ id: kunde_id, kundennummer, name, art, land }: Kunde): { item?: Preview; cost: number } => {
    if (unsure.has(kunde_id) && !hasShifts(tenant, regelung, kunde_id, vor)) return { cost: 1 }
    const vormonat_cent = tenant.first(abgerechnet, { kunde_id, ...earlier })?.betrag_cent ?? null
    const kopf = { id: kunde_id, kunde_id, kundennummer, name, vormonat_cent }
    let cost = 1
    try {
      requireDetails(tenant, kunde_id)
      if (isRun) requireNotLate(tenant, kunde_id, bis)
      cost = BUCHUNGEN
      const draft = draftAbrechnung(tenant, regelung, kunde_id, vor)
      requireRecipient(tenant, kunde_id, draft)
      const { summe_cent } = draft
      const buchungen = settledBy(draft).length
      const amounts = amountsOf({ ...regelung, ...draft })
      // As it is stored: pieces from before the company became a small trader may still bear VAT.
      const kleinunternehmer = isWithoutUst(regelung, draft.steuern)
      const form = formOf({ ...regelung, ...draft, kleinunternehmer, art })
      const ausland_mit_ust = hasUstAbroad({ land }, { ...regelung, ...draft })
      const item = { ...kopf, buchungen, summe_cent, ...amounts, form, ausland_mit_ust, hindernis: null }
      return { item, cost: buchungen }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const nothing = {
        buchungen: 0,
        summe_cent: 0,
        brutto_cent: 0,
        betrag_cent: 0,
        form: null,
        ausland_mit_ust: false,
      }
      return { item: { ...kopf, ...nothing, hindernis: error.message }, cost }
    }
  }
  return readWithin(request, list, each, BUCHUNGEN)
}

/** @returns what all pages of the preview come to together. @throws Refusal invalid for a period that has not ended */
export function sumLauf(tenant: TenantReader, bis: string): Summe {
  const sum: Summe = { kunden: 0, betrag_cent: 0, hindernisse: 0 }
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = previewLauf(tenant, { bis, limit: 200, ...(cursor !== undefined && { cursor }) })
    for (const { betrag_cent, hindernis } of page.items) {
      sum[hindernis === null ? "kunden" : "hindernisse"]++
      sum.betrag_cent += betrag_cent
    }
    cursor = page.next_cursor
  }
  return sum
}

/**
 * Refuses a run that would come to something else than was seen: somebody booked, or changed what it goes by.
 *
 * @throws Refusal conflict
 */
export function requireSeenSumme(now: Summe, seen: Pick<Summe, "kunden" | "betrag_cent">): void {
  if (now.kunden === seen.kunden && now.betrag_cent === seen.betrag_cent) return
  throw conflict(
    `Inzwischen hat sich etwas geändert: Abgerechnet würden jetzt ${inWords(now)} statt ${inWords(seen)}. Bitte ansehen und noch einmal abrechnen.`,
  )
}

const inWords = ({ kunden: n, betrag_cent }: Pick<Summe, "kunden" | "betrag_cent">): string =>
  `${n === 1 ? "1 Kunde" : `${formatQuantity(n)} Kunden`} mit zusammen ${formatEuro(betrag_cent)}`
