import { klaerungen, lieferungen, standorte } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { settleLieferung } from "../abrechnungen/rules.ts"
import { collectUngeplant } from "../fahrer/ungeplant.ts"
import { createFeierabend } from "../feierabend/rules.ts"
import type { Actor } from "../frame/session.ts"
import { attemptAccess } from "../lieferungen/attempts.ts"
import { moveBilder } from "../lieferungen/bilder/rules.ts"
import { completeLieferung, failLieferung, posten, startLieferung } from "../lieferungen/rules.ts"
import { bookVorgang, newVorgangId } from "../pfandbuchungen/vorgang.ts"
import { writeProtokoll } from "../shared/record.ts"
import type { Klaerungszeile, readDetails } from "./read.ts"

type Details = ReturnType<typeof readDetails>

/**
 * Books what a driver reported, or keeps it otherwise by its kind.
 *
 * @param details as the driver gave them, or as the office corrected them
 * @throws Refusal conflict when it cannot be made up for; missing; invalid
 */
export function makeUp(tenant: TenantDb, actor: Actor, zeile: Klaerungszeile, details: Details): void {
  if (zeile.art === "start") throw conflict("Ein Losfahren wird nicht nachgeholt: bitte verwerfen")
  if (zeile.art === "feierabend") return makeUpFeierabend(tenant, actor, zeile, details)
  if (zeile.art === "fehlschlag") return makeUpFehlschlag(tenant, actor, zeile, details)
  const { grund: _, datum: __, gezaehlt: ___, positionen = [], standort_id, ...quittung } = details
  const { id, erfasst_am, lieferung_id } = zeile
  const kunde_id = zeile.kunde_id ?? ""
  if (zeile.art === "ungeplant") {
    if (positionen.length === 0)
      throw conflict("Der Fahrer hat nichts angegeben, was gebucht werden könnte: bitte verwerfen")
    const returned = positionen.map((one) => ({ ...one, ist_ruecknahme: one.ist_ruecknahme ?? 0 }))
    // The telephone has made its id, and pictures of it may still be on their way.
    const isFree = tenant.find(lieferungen, id) === undefined
    const input = { ...quittung, ...(isFree && { id }), kunde_id, erfasst_am, positionen: returned }
    const { record: lieferung } = collectUngeplant(tenant, actor, input, zeile.fahrer_id)
    moveBilder(tenant, id, lieferung.id)
    tenant.update(klaerungen, id, { lieferung_id: lieferung.id })
    return
  }
  if (lieferung_id && begin(tenant, actor, zeile, lieferung_id, standort_id))
    return void completeLieferung(tenant, actor, lieferung_id, { ...quittung, id, erfasst_am, positionen })
  const place = lieferung_id ? tenant.get(lieferungen, lieferung_id) : { kunde_id }
  const where = placeOf(tenant, place, standort_id)
  bookVorgang(tenant, actor, {
    // The evening's count finds by this id what was booked (feierabend/beside.ts).
    vorgang_id: newVorgangId(tenant, id),
    kunde_id,
    ...(lieferung_id && { lieferung_id }),
    ...(where !== undefined && { standort_id: where }),
    erfasst_am,
    positionen: positionen.flatMap(posten),
  })
  settleLieferung(tenant, actor, { kunde_id, ...(lieferung_id && { id: lieferung_id }) })
}

/** A telephone may name the same thing twice by mistake, with the same count: it is taken once. */
function makeUpFeierabend(tenant: TenantDb, actor: Actor, zeile: Klaerungszeile, details: Details): void {
  const { datum, gezaehlt = [], notiz } = details
  if (datum === undefined) throw conflict("Es fehlt, welcher Tag gezählt wurde: bitte verwerfen")
  const positionen = [...new Map(gezaehlt.map((one) => [JSON.stringify(one), one])).values()]
  const { id, erfasst_am, fahrer_id } = zeile
  const input = { id, datum, erfasst_am, positionen, ...(notiz !== undefined && { bemerkung: notiz }) }
  createFeierabend(tenant, actor, input, fahrer_id ?? actor.id)
}

/** An attempt that failed says nothing of a later one; goods that were handed over are, whatever was planned since. */
function makeUpFehlschlag(tenant: TenantDb, actor: Actor, zeile: Klaerungszeile, { grund }: Details): void {
  const { lieferung_id, versuch, erfasst_am } = zeile
  const isOver =
    !lieferung_id || (versuch !== null && versuch !== tenant.get(lieferungen, lieferung_id).versuch)
  if (isOver || !begin(tenant, actor, zeile, lieferung_id))
    throw conflict("Die Lieferung steht nicht mehr aus: bitte verwerfen")
  failLieferung(tenant, actor, lieferung_id, { grund: grund ?? "Ohne Angabe", erfasst_am })
}

/**
 * @param standort_id where the driver was, if the telephone said so
 * @returns whether the delivery can still be completed; starts one that is only planned
 */
function begin(
  tenant: TenantDb,
  actor: Actor,
  zeile: Klaerungszeile,
  id: string,
  standort_id?: string | null,
): boolean {
  const before = tenant.get(lieferungen, id)
  const { status } = before
  if (status !== "geplant" && status !== "unterwegs") return false
  giveBack(tenant, actor, zeile, before)
  if (standort_id !== undefined) putBack(tenant, actor, id, standort_id)
  if (status === "geplant") startLieferung(tenant, actor, id, { erfasst_am: zeile.erfasst_am })
  return true
}

/**
 * Gives a stop that was reassigned meanwhile back to the driver who was there: what came back, or was not handed over,
 * is on that truck. A driver who never had the stop only reported for somebody else.
 */
function giveBack(
  tenant: TenantDb,
  actor: Actor,
  { fahrer_id }: Klaerungszeile,
  before: Row<typeof lieferungen>,
): void {
  if (fahrer_id === null || fahrer_id === before.fahrer_id) return
  if (!attemptAccess(tenant, { ...actor, rolle: "fahrer", id: fahrer_id }, before)()) return
  const after = tenant.update(lieferungen, before.id, { fahrer_id })
  writeProtokoll(tenant, actor, "lieferungen.verschoben", lieferungen, before, after)
}

/** Puts a stop that was sent elsewhere meanwhile back to the place where the driver was: its note says where that is. */
function putBack(tenant: TenantDb, actor: Actor, id: string, said: string | null): void {
  const before = tenant.get(lieferungen, id)
  const standort_id = placeOf(tenant, before, said)
  if (standort_id === before.standort_id) return
  const after = tenant.update(lieferungen, id, { standort_id })
  writeProtokoll(tenant, actor, "lieferungen.geaendert", lieferungen, before, after)
}

type Place = { kunde_id: string; standort_id?: string | null }

/**
 * @param said where the driver was, if the telephone said so
 * @returns that place, or else the delivery's
 * @throws Refusal conflict when the customer has it no more
 */
function placeOf(
  tenant: TenantDb,
  { kunde_id, standort_id }: Place,
  said: string | null | undefined,
): string | null | undefined {
  if (said === undefined || said === standort_id) return standort_id
  if (said !== null && tenant.find(standorte, said)?.kunde_id !== kunde_id)
    throw conflict("Den Standort, an dem der Fahrer war, gibt es nicht mehr: bitte verwerfen und neu buchen")
  return said
}
