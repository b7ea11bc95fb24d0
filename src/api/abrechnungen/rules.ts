import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  abrechnungen,
  abrechnungsbuchungen,
  abrechnungspositionen,
  abrechnungssteuern,
  kunden,
  tenants,
} from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { tagVon } from "../../lib/format.ts"
import { conflict, invalid, missing } from "../../lib/refusal.ts"
import { requireBriefkopf } from "../belege/kopf.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { claimAnfrage } from "../shared/once.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import { instants, localTime } from "../shared/time.ts"
import { formOf, isStrukturierbar } from "./form.ts"
import { findEmpfaenger, freezeKopf, isLocked } from "./kopf.ts"
import type { NewAbrechnung, NewGegenbeleg } from "./model.ts"
import { draftAbrechnung, type Entwurf } from "./offen.ts"
import { betragOf, requireAngaben } from "./pflicht.ts"

export type Abrechnungszeile = Row<typeof abrechnungen>

/** The person who makes a settlement; its `id` is kept with it. */
type Ersteller = Author & { id: string }

const letzteNummer = query<{ lfd_nr: number }, { jahr: number }>`
  SELECT a.lfd_nr FROM ${abrechnungen} a WHERE a.jahr = :jahr ORDER BY a.lfd_nr DESC LIMIT 1`

/** Settlements of a customer that count and reach into a period; those of single deliveries do not. */
const imZeitraum = query<{ nummer: string }, { kunde_id: string; von: string; bis: string }>`
  SELECT a.nummer FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id AND a.art = 'abrechnung' AND +a.lieferung_id IS NULL AND +a.von <= :bis AND +a.bis >= :von
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id)
  LIMIT 1`

const stornoVon = query<{ id: string; nummer: string }, { id: string }>`
  SELECT s.id, s.nummer FROM ${abrechnungen} s WHERE s.storno_von = :id`

/** @returns the counter-document that cancels a settlement */
export const findStorno = (tenant: TenantReader, id: string) => tenant.first(stornoVon, { id })

const positionenVon = query<Row<typeof abrechnungspositionen>, { id: string }>`
  SELECT p.* FROM ${abrechnungspositionen} p WHERE p.abrechnung_id = :id ORDER BY p.position`

const steuernVon = query<Row<typeof abrechnungssteuern>, { id: string }>`
  SELECT s.* FROM ${abrechnungssteuern} s WHERE s.abrechnung_id = :id ORDER BY s.position`

const abrechnungsart = query<{ abrechnung: string }, { id: string }>`
  SELECT k.abrechnung FROM ${kunden} k WHERE k.id = :id`

export type Abrechnung = Abrechnungszeile & {
  leistung_von: string
  ende_cent: number
  brutto_cent: number
  betrag_cent: number
  xrechnung: boolean
  kundennummer: string
  kunde_name: string
  storniert_durch: { id: string; nummer: string } | null
  positionen: Row<typeof abrechnungspositionen>[]
  steuern: (Row<typeof abrechnungssteuern> & { brutto_cent: number })[]
}

const GONE = "Abrechnung nicht gefunden"

/** @throws Refusal missing */
export function getAbrechnung(tenant: TenantReader, id: string): Abrechnung {
  const zeile = tenant.get(abrechnungen, id, GONE)
  const { kundennummer, name } = getKundenkopf(tenant, zeile.kunde_id)
  const steuern = tenant.all(steuernVon, { id })
  const art = findEmpfaenger(tenant, id)?.art
  return {
    ...zeile,
    leistung_von: firstDay(tenant, zeile),
    xrechnung:
      zeile.form === "xrechnung" || (zeile.form !== null && isStrukturierbar({ ...zeile, art, steuern })),
    ende_cent: zeile.anfang_cent + zeile.summe_cent,
    brutto_cent: zeile.netto_cent + zeile.ust_cent,
    betrag_cent: betragOf(zeile),
    kundennummer,
    kunde_name: name,
    storniert_durch: findStorno(tenant, id) ?? null,
    positionen: tenant.all(positionenVon, { id }),
    steuern: steuern.map((steuer) => ({ ...steuer, brutto_cent: steuer.netto_cent + steuer.ust_cent })),
  }
}

/** First day that an invoice names: bookings captured late belong to an earlier day than the settlement's period. */
function firstDay(tenant: TenantReader, { erfasst_ab, von }: Abrechnungszeile): string {
  const tag = erfasst_ab ? tagVon(erfasst_ab, tenant.get(tenants, tenant.id).zeitzone) : von
  return tag < von ? tag : von
}

export type Zeitraum = { von: string; bis: string }

/**
 * Preview of the settlement of a period; changes nothing.
 *
 * @throws Refusal missing for a missing customer; conflict for more than fits into one; invalid for a period that
 *   has not ended
 */
export function previewAbrechnung(tenant: TenantReader, kunde_id: string, bis: string): Entwurf {
  getKundenkopf(tenant, kunde_id)
  return draftAbrechnung(tenant, tenant.get(tenants, tenant.id), kunde_id, endOf(tenant, bis))
}

/** @returns the instant after the last of the period, ISO 8601 UTC. @throws Refusal invalid for a day to come */
export function endOf(tenant: TenantReader, bis: string): string {
  if (bis > localTime(tenant).datum) throw invalid("bis", "liegt in der Zukunft")
  return instants(tenant, { bis }).vor ?? ""
}

/**
 * Settles a customer's account up to the end of a day: everything that stands in no settlement yet.
 *
 * @param input.von first day of the period; that of the oldest open booking if left out
 * @returns the settlement, and whether this request made it
 * @throws Refusal missing for a missing customer; conflict when there is nothing to settle, the period was
 *   settled, or what the company or the customer needs for it is not complete; invalid
 */
export function createAbrechnung(
  tenant: TenantDb,
  ersteller: Ersteller,
  input: Static<typeof NewAbrechnung>,
): { abrechnung: Abrechnung; first: boolean } {
  const { id, kunde_id, von, bis } = input
  getKundenkopf(tenant, kunde_id)
  if (von !== undefined && von > bis) throw invalid("von", "liegt nach dem Ende des Zeitraums")
  const vor = endOf(tenant, bis)
  if (!claimAnfrage(tenant, "abrechnungen", id, input)) {
    return { abrechnung: getAbrechnung(tenant, id ?? ""), first: false }
  }
  requireAngaben(tenant, kunde_id)
  if (von !== undefined) requireUnsettled(tenant, kunde_id, { von, bis })
  const entwurf = draftAbrechnung(tenant, tenant.get(tenants, tenant.id), kunde_id, vor)
  if (entwurf.buchungen.length === 0) throw conflict("In diesem Zeitraum gibt es nichts abzurechnen")
  const zeile = storeAbrechnung(tenant, ersteller, {
    kunde_id,
    bis,
    entwurf,
    ...(von && { von }),
    ...(id && { id }),
  })
  return { abrechnung: getAbrechnung(tenant, zeile.id), first: true }
}

/** @throws Refusal conflict that names the settlement */
export function requireUnsettled(tenant: TenantReader, kunde_id: string, zeitraum: Zeitraum): void {
  const vorhanden = tenant.first(imZeitraum, { kunde_id, ...zeitraum })
  if (vorhanden) throw conflict(`Der Zeitraum ist schon abgerechnet: ${vorhanden.nummer}`)
}

/**
 * Settles a delivery in the transaction that completes it, where that was agreed with the customer. Bookings
 * that cannot be settled stay open for the office, and never keep a driver from completing.
 */
export function settleLieferung(
  tenant: TenantDb,
  ersteller: Ersteller,
  { id: lieferung_id, kunde_id }: { id?: string; kunde_id: string },
): void {
  if (tenant.first(abrechnungsart, { id: kunde_id })?.abrechnung !== "je_lieferung") return
  const bis = localTime(tenant).datum
  const entwurf = draftOrNothing(tenant, kunde_id, endOf(tenant, bis))
  if (!entwurf) return
  storeAbrechnung(tenant, ersteller, { kunde_id, bis, entwurf, ...(lieferung_id && { lieferung_id }) })
}

function draftOrNothing(tenant: TenantDb, kunde_id: string, vor: string): Entwurf | undefined {
  try {
    requireAngaben(tenant, kunde_id)
    const entwurf = draftAbrechnung(tenant, tenant.get(tenants, tenant.id), kunde_id, vor)
    return entwurf.buchungen.length > 0 ? entwurf : undefined
  } catch (error) {
    if ((error as { kind?: string }).kind === "conflict") return undefined
    throw error
  }
}

type Neu = {
  id?: string
  kunde_id: string
  von?: string
  bis: string
  lieferung_id?: string
  entwurf: Entwurf
}

function storeAbrechnung(tenant: TenantDb, ersteller: Ersteller, neu: Neu): Abrechnungszeile {
  const { id, kunde_id, bis, lieferung_id, entwurf } = neu
  const { preise, ust_verfahren, kleinunternehmer, abrechnung_ist, zeitzone } = tenant.get(tenants, tenant.id)
  const { buchungen, positionen, steuern, anfang_cent, summe_cent, netto_cent, ust_cent } = entwurf
  const oldest = buchungen.reduce((min, { erfasst_am }) => (erfasst_am < min ? erfasst_am : min), "9999")
  const zeile = tenant.insert(abrechnungen, {
    ...(id !== undefined && { id }),
    ...nextNummer(tenant),
    art: "abrechnung",
    kunde_id,
    lieferung_id: lieferung_id ?? null,
    von: neu.von ?? tagVon(oldest, zeitzone),
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
    stand_nr: buchungen.at(-1)?.lfd_nr ?? null,
    erstellt_von: ersteller.id,
  })
  const abrechnung_id = zeile.id
  freezeKopf(tenant, zeile)
  const numbered = <T>(lines: readonly T[]) =>
    lines.map((line, position) => ({ abrechnung_id, position, ...line }))
  tenant.insertAll(abrechnungspositionen, numbered(positionen))
  tenant.insertAll(abrechnungssteuern, numbered(steuern))
  tenant.insertAll(
    abrechnungsbuchungen,
    buchungen.map(({ id: buchung_id }) => ({ abrechnung_id, buchung_id })),
  )
  writeProtokoll(tenant, ersteller, "abrechnungen.erstellt", abrechnungen, undefined, zeile)
  return zeile
}

/** The next number of the year, by the company's calendar; the database refuses gaps. */
function nextNummer(tenant: TenantDb): Pick<Abrechnungszeile, "datum" | "jahr" | "lfd_nr" | "nummer"> {
  const { datum } = localTime(tenant)
  const jahr = Number(datum.slice(0, 4))
  const lfd_nr = (tenant.first(letzteNummer, { jahr })?.lfd_nr ?? 0) + 1
  return { datum, jahr, lfd_nr, nummer: `ABR-${jahr}-${String(lfd_nr).padStart(5, "0")}` }
}

/**
 * Cancels a settlement by a counter-document with all amounts turned round; its bookings are open again.
 *
 * @returns the counter-document, and whether this request made it
 * @throws Refusal missing; conflict when it is cancelled already, is a counter-document itself, or the letterhead is
 *   not complete
 */
export function cancelAbrechnung(
  tenant: TenantDb,
  ersteller: Ersteller,
  id: string,
  input: Static<typeof NewGegenbeleg>,
): { abrechnung: Abrechnung; first: boolean } {
  const before = tenant.find(abrechnungen, id)
  if (!before) throw missing(GONE)
  if (!claimAnfrage(tenant, "abrechnungen", input.id, { ...input, abrechnung_id: id })) {
    return { abrechnung: getAbrechnung(tenant, input.id ?? ""), first: false }
  }
  if (before.art === "storno") throw conflict("Ein Storno kann nicht storniert werden; bitte neu abrechnen")
  const schon = findStorno(tenant, id)
  if (schon) throw conflict(`Diese Abrechnung ist schon storniert: ${schon.nummer}`)
  // An erased customer's cancellation takes over the settlement's recipient, and is locked as well.
  if (isLocked(tenant, id)) requireBriefkopf(tenant, before.abrechnung_ist)
  else requireAngaben(tenant, before.kunde_id, before)
  const zeile = tenant.insert(abrechnungen, {
    ...(input.id !== undefined && { id: input.id }),
    ...nextNummer(tenant),
    art: "storno",
    storno_von: id,
    grund: input.grund,
    kunde_id: before.kunde_id,
    lieferung_id: before.lieferung_id,
    von: before.von,
    bis: before.bis,
    anfang_cent: before.anfang_cent + before.summe_cent,
    summe_cent: -before.summe_cent,
    netto_cent: -before.netto_cent,
    ust_cent: -before.ust_cent,
    preise: before.preise,
    ust_verfahren: before.ust_verfahren,
    kleinunternehmer: before.kleinunternehmer,
    abrechnung_ist: before.abrechnung_ist,
    form: before.form ?? "papier",
    erfasst_ab: before.erfasst_ab,
    stand_nr: before.stand_nr,
    erstellt_von: ersteller.id,
  })
  freezeKopf(tenant, zeile)
  turnRound(tenant, id, zeile.id)
  writeProtokoll(tenant, ersteller, "abrechnungen.storniert", abrechnungen, undefined, zeile)
  return { abrechnung: getAbrechnung(tenant, zeile.id), first: true }
}

/** Stores the lines of the counter-document: the settlement's, with the other sign. */
function turnRound(tenant: TenantDb, id: string, abrechnung_id: string): void {
  tenant.insertAll(
    abrechnungspositionen,
    tenant
      .all(positionenVon, { id })
      .map(({ id: _, ausgabe, ruecknahme, korrektur, summe_cent, ...was }) => ({
        ...was,
        abrechnung_id,
        ausgabe: -ausgabe,
        ruecknahme: -ruecknahme,
        korrektur: -korrektur,
        summe_cent: -summe_cent,
      })),
  )
  tenant.insertAll(
    abrechnungssteuern,
    tenant.all(steuernVon, { id }).map(({ id: _, netto_cent, ust_cent, ...was }) => ({
      ...was,
      abrechnung_id,
      netto_cent: -netto_cent,
      ust_cent: -ust_cent,
    })),
  )
}
