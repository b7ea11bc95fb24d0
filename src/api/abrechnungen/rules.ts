import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  abrechnungen,
  abrechnungsbuchungen,
  abrechnungspositionen,
  abrechnungssteuern,
  abrechnungsverschiebungen,
  kunden,
  tenants,
} from "../../db/schema.ts"
import type { NewRow, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { dayIn, formatEuro } from "../../lib/format.ts"
import { isErased } from "../../lib/kundenart.ts"
import { conflict, invalid, Refusal } from "../../lib/refusal.ts"
import { Created } from "../frame/reply.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { claimRequest } from "../shared/claim.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import { instants, localTime } from "../shared/time.ts"
import { outsideOf } from "./ausserhalb.ts"
import { freezeKopf } from "./kopf.ts"
import type { NewAbrechnung } from "./model.ts"
import { draftAbrechnung, type Draft, settledBy } from "./open.ts"
import { nummerOf } from "../../lib/abrechnungsnummer.ts"
import { formOf, requireDetails, requireRecipient } from "./pflicht.ts"
import { isWithoutUst, type Abrechnungsposition, type Abrechnungssteuer } from "./calculate.ts"
import { type Abrechnung, type Abrechnungszeile, getAbrechnung } from "./read.ts"

/** The person who makes a settlement; its `id` is kept with it. */
export type Creator = Author & { id: string }

const lastNumber = query<{ lfd_nr: number }, { jahr: number }>`
  SELECT a.lfd_nr FROM ${abrechnungen} a WHERE a.jahr = :jahr ORDER BY a.lfd_nr DESC LIMIT 1`

/** Settlements of a customer that count and reach into a period; those of single deliveries do not. */
const inPeriod = query<{ nummer: string }, { kunde_id: string; von: string; bis: string }>`
  SELECT a.nummer FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id AND a.art = 'abrechnung' AND +a.lieferung_id IS NULL AND +a.von <= :bis AND +a.bis >= :von
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id)
  LIMIT 1`

const abrechnungsart = query<{ abrechnung: string }, { id: string }>`
  SELECT k.abrechnung FROM ${kunden} k WHERE k.id = :id`

export type Period = { von: string; bis: string }

/**
 * Preview of the settlement of a period; changes nothing.
 *
 * @throws Refusal missing for a missing customer; conflict for more than fits into one; invalid for a period that
 *   has not ended
 */
export function previewAbrechnung(tenant: TenantReader, kunde_id: string, bis: string): Draft {
  getKundenkopf(tenant, kunde_id)
  return draftAbrechnung(tenant, tenant.get(tenants, tenant.id), kunde_id, endOfPeriod(tenant, bis))
}

/** @returns the instant after the last of the period, ISO 8601 UTC. @throws Refusal invalid for a day to come */
export function endOfPeriod(tenant: TenantReader, bis: string): string {
  if (bis > localTime(tenant).datum) throw invalid("bis", "liegt in der Zukunft")
  return instants(tenant, { bis }).vor ?? ""
}

/**
 * Settles a customer's account up to the end of a day: everything that stands in no settlement yet.
 *
 * @param input.von first day of the period; that of the oldest open booking if left out
 * @returns the settlement, and whether this request made it
 * @throws Refusal missing for a missing customer; conflict when there is nothing to settle, the period was
 *   settled, what the company or the customer needs for it is not complete, or its amount is not the expected one; invalid
 */
export function createAbrechnung(
  tenant: TenantDb,
  creator: Creator,
  input: Static<typeof NewAbrechnung>,
): Created<Abrechnung> {
  // A repetition stays the same request, whatever amount was to be seen by then.
  const { erwartet_cent, ...request } = input
  const { id, kunde_id, von, bis } = request
  getKundenkopf(tenant, kunde_id)
  if (von !== undefined && von > bis) throw invalid("von", "liegt nach dem Ende des Zeitraums")
  const vor = endOfPeriod(tenant, bis)
  if (!claimRequest(tenant, "abrechnungen", id, request)) {
    return new Created(getAbrechnung(tenant, id ?? ""), false)
  }
  requireDetails(tenant, kunde_id)
  if (von !== undefined) requireUnsettled(tenant, kunde_id, { von, bis })
  const draft = draftAbrechnung(tenant, tenant.get(tenants, tenant.id), kunde_id, vor)
  if (draft.positionen.length === 0) throw conflict("In diesem Zeitraum gibt es nichts abzurechnen")
  requireRecipient(tenant, kunde_id, draft)
  const zeile = storeDraft(tenant, creator, {
    kunde_id,
    bis,
    draft,
    ...(von && { von }),
    ...(id && { id }),
  })
  const abrechnung = getAbrechnung(tenant, zeile.id)
  requireSeen(abrechnung, erwartet_cent)
  return new Created(abrechnung, true)
}

/** Refuses a settlement whose amount has changed since it was seen: somebody booked, or changed what it goes by. */
function requireSeen({ betrag_cent }: Abrechnung, erwartet_cent: number | undefined): void {
  if (erwartet_cent === undefined || betrag_cent === erwartet_cent) return
  throw conflict(
    `Inzwischen hat sich etwas geändert: Abgerechnet würden jetzt ${formatEuro(betrag_cent)} statt ${formatEuro(erwartet_cent)}. Bitte ansehen und noch einmal abrechnen.`,
  )
}

/** @returns a settlement that reaches into the period */
export const findInPeriod = (tenant: TenantReader, kunde_id: string, period: Period) =>
  tenant.first(inPeriod, { kunde_id, ...period })

/** @throws Refusal conflict that names the settlement */
function requireUnsettled(tenant: TenantReader, kunde_id: string, period: Period): void {
  const existing = findInPeriod(tenant, kunde_id, period)
  if (existing) throw conflict(`Der Zeitraum ist schon abgerechnet: ${existing.nummer}`)
}

/**
 * Settles a delivery in the transaction that completes it, where that was agreed with the customer. Bookings
 * that cannot be settled stay open for the office, and never keep a driver from completing.
 */
export function settleLieferung(
  tenant: TenantDb,
  creator: Creator,
  { id: lieferung_id, kunde_id }: { id?: string; kunde_id: string },
): void {
  if (tenant.first(abrechnungsart, { id: kunde_id })?.abrechnung !== "je_lieferung") return
  const bis = localTime(tenant).datum
  const draft = draftOrNothing(tenant, kunde_id, endOfPeriod(tenant, bis))
  if (!draft) return
  storeDraft(tenant, creator, { kunde_id, bis, draft, ...(lieferung_id && { lieferung_id }) })
}

function draftOrNothing(tenant: TenantDb, kunde_id: string, vor: string): Draft | undefined {
  try {
    requireDetails(tenant, kunde_id)
    const draft = draftAbrechnung(tenant, tenant.get(tenants, tenant.id), kunde_id, vor)
    requireRecipient(tenant, kunde_id, draft)
    return draft.positionen.length > 0 ? draft : undefined
  } catch (error) {
    if (error instanceof Refusal && error.kind === "conflict") return undefined
    throw error
  }
}

type New = {
  id?: string
  kunde_id: string
  von?: string
  bis: string
  lieferung_id?: string
  auftrag_id?: string
  draft: Draft
}

/** Keeps a draft as the customer's next settlement. */
export function storeDraft(tenant: TenantDb, creator: Creator, added: New): Abrechnungszeile {
  const { id, kunde_id, bis, lieferung_id, auftrag_id, draft } = added
  const { preise, ust_verfahren, abrechnung_ist, zeitzone, ...firma } = tenant.get(tenants, tenant.id)
  const { positionen, steuern, anfang_cent, summe_cent, netto_cent, ust_cent } = draft
  const about = settledBy(draft)
  const kleinunternehmer = isWithoutUst(firma, steuern)
  const oldest = about.reduce((min, { erfasst_am }) => (erfasst_am < min ? erfasst_am : min), "9999")
  const kopf = {
    ...(id !== undefined && { id }),
    art: "abrechnung" as const,
    kunde_id,
    lieferung_id: lieferung_id ?? null,
    auftrag_id: auftrag_id ?? null,
    von: added.von ?? dayIn(oldest, zeitzone),
    bis,
    anfang_cent,
    summe_cent,
    netto_cent,
    ust_cent,
    preise,
    ust_verfahren,
    kleinunternehmer,
    abrechnung_ist,
    form: formOf({ abrechnung_ist, kleinunternehmer, steuern, art: tenant.get(kunden, kunde_id).art }),
    erfasst_ab: oldest,
    stand_nr: about.at(-1)?.lfd_nr ?? null,
    ...outsideOf(tenant, { kunde_id, anfang_cent }),
    versand_offen: 1,
  }
  const zeile = storeAbrechnung(tenant, creator, "abrechnungen.erstellt", { kopf, positionen, steuern })
  const rowsOf = (ids: readonly string[]) =>
    ids.map((buchung_id) => ({ abrechnung_id: zeile.id, buchung_id }))
  tenant.insertAll(abrechnungsbuchungen, rowsOf(draft.buchungen.map((buchung) => buchung.id)))
  tenant.insertAll(abrechnungsverschiebungen, rowsOf(draft.gefragt))
  return zeile
}

type Parts = {
  kopf: Omit<NewRow<typeof abrechnungen>, keyof ReturnType<typeof nextNumber> | "erstellt_von">
  positionen: readonly Abrechnungsposition[]
  steuern: readonly Abrechnungssteuer[]
}

/** Stores a settlement or a counter-document under the next number, with what it says and to whom. */
export function storeAbrechnung(
  tenant: TenantDb,
  creator: Creator,
  aktion: "abrechnungen.erstellt" | "abrechnungen.storniert",
  { kopf, positionen, steuern }: Parts,
): Abrechnungszeile {
  // Nobody knows where that of an erased person would go.
  const versand_offen = isErased(tenant.get(kunden, kopf.kunde_id)) ? 0 : kopf.versand_offen
  const made = { ...kopf, ...nextNumber(tenant), erstellt_von: creator.id }
  const zeile = tenant.insert(abrechnungen, { ...made, versand_offen })
  freezeKopf(tenant, zeile)
  const numbered = <T>(lines: readonly T[]) =>
    lines.map((line, position) => ({ ...line, abrechnung_id: zeile.id, position }))
  tenant.insertAll(abrechnungspositionen, numbered(positionen))
  tenant.insertAll(abrechnungssteuern, numbered(steuern))
  writeProtokoll(tenant, creator, aktion, abrechnungen, undefined, zeile)
  return zeile
}

/** The next number of the year, by the company's calendar; the database refuses gaps. */
function nextNumber(tenant: TenantDb): Pick<Abrechnungszeile, "datum" | "jahr" | "lfd_nr" | "nummer"> {
  const { datum } = localTime(tenant)
  const jahr = Number(datum.slice(0, 4))
  const lfd_nr = (tenant.first(lastNumber, { jahr })?.lfd_nr ?? 0) + 1
  return { datum, jahr, lfd_nr, nummer: nummerOf(jahr, lfd_nr) }
}
