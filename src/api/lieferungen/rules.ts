import type { Static } from "@sinclair/typebox"
import { lieferpositionen, lieferungen, standorte } from "../../db/schema.ts"
import type { Patch, TenantDb } from "../../db/tenant-db.ts"
import { conflict, type Fault, invalidFields } from "../../lib/refusal.ts"
import { settleLieferung } from "../abrechnungen/rules.ts"
import type { Actor } from "../frame/session.ts"
import { withoutErased } from "../shared/erasure.ts"
import { readErfasstAm } from "../shared/time.ts"
import { bookVorgang, newVorgangId } from "../pfandbuchungen/vorgang.ts"
import type { Posten } from "../pfandbuchungen/posten.ts"
import { itemIdOf } from "../shared/artikel-or-geraet.ts"
import { changeRow, writeProtokoll } from "../shared/record.ts"
import {
  type Lieferung,
  withPositionen,
  getLieferzeile,
  statusWords,
  type Lieferzeile,
  toLieferung,
} from "./read.ts"
import type { Abschluss, Fehlschlag, LieferStorno, Replan, Start } from "./model.ts"
import { getActiveKunde, nextStop, requireDriver, requireOrder } from "./plan.ts"
import { readReplanned } from "./attempts.ts"
import { requireKnown, requirePositionen, requireSeen, requireSeenPlace } from "./positionen.ts"
import { answerAgain, receiveOnce } from "./receive.ts"
import { readLieferanschrift, requireStandort } from "../standorte/place.ts"

type Positionen = Static<typeof Abschluss>["positionen"]

/** @throws Refusal conflict that says what happened instead */
function requireStatus(lieferung: Lieferzeile, allowed: Lieferzeile["status"]): void {
  if (lieferung.status !== allowed) throw conflict(`Die Lieferung ${statusWords[lieferung.status]}`)
}

function advance(
  tenant: TenantDb,
  actor: Actor,
  before: Lieferzeile,
  aktion: string,
  patch: Patch<typeof lieferungen>,
): Lieferung {
  const after = tenant.update(lieferungen, before.id, patch)
  writeProtokoll(tenant, actor, `lieferungen.${aktion}`, lieferungen, before, after)
  return toLieferung(tenant, after)
}

/** Safe to repeat: a telephone may have missed the reply. @throws Refusal missing, conflict */
export function startLieferung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof Start>,
): Lieferung {
  const { before, first } = receiveOnce(tenant, actor, id, "lieferungen.start", input)
  if (!first || before.status === "unterwegs") return answerAgain(tenant, actor, before)
  requireStatus(before, "geplant")
  const gestartet_am = readErfasstAm(input.erfasst_am, tenant.now())
  return advance(tenant, actor, before, "gestartet", { status: "unterwegs", gestartet_am })
}

/**
 * Completes a delivery for good: books what really went out and came back, and moves the devices. A planned
 * position that is not named counts as zero; unplanned ones are added (empties come back all the time).
 *
 * @throws Refusal missing; conflict when it is not under way, a device is elsewhere, it was completed with other
 *   figures, or the driver saw another plan or place
 */
export function completeLieferung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  sent: Static<typeof Abschluss>,
): Lieferung {
  requireActual(sent.positionen)
  // A completion without an id is identified by its delivery, which has only one.
  const { before, first } = receiveOnce(tenant, actor, id, "lieferungen.abschluss", sent, {
    art: "lieferungen.abschluss.ohne_id",
    other: "Die Lieferung ist schon zugestellt, mit anderen Angaben",
  })
  if (!first) return answerAgain(tenant, actor, before)
  requireStatus(before, "unterwegs")
  requireSeen(tenant, before, sent.geplant)
  const erfasst_am = readErfasstAm(sent.erfasst_am, tenant.now())
  const input = withoutErased(tenant, before.kunde_id, erfasst_am, sent)
  requireSeenPlace(tenant, before, input.standort_id)
  // Positions first: they become immutable with the delivery's status.
  writeActual(tenant, before, input.positionen)
  const positionen = input.positionen.flatMap(posten)
  if (positionen.length > 0) {
    const vorgang_id = newVorgangId(tenant, input.id)
    bookVorgang(tenant, actor, {
      vorgang_id,
      kunde_id: before.kunde_id,
      lieferung_id: id,
      standort_id: before.standort_id,
      erfasst_am,
      ...(before.gestartet_am !== null && { beladen_am: before.gestartet_am }),
      positionen,
    })
  }
  const zugestellt = advance(tenant, actor, before, "zugestellt", {
    status: "zugestellt",
    erfasst_am,
    abgeschlossen_am: tenant.now(),
    empfaenger_name: input.empfaenger_name ?? null,
    unterschrift: input.unterschrift ?? null,
    notiz: input.notiz ?? null,
    lieferanschrift: readLieferanschrift(tenant, before),
  })
  settleLieferung(tenant, actor, before)
  return zugestellt
}

/** @throws Refusal invalid for what a driver cannot have done */
export function requireActual(positionen: Positionen): void {
  requirePositionen(positionen, ({ ist_ausgabe = 0, ist_ruecknahme = 0 }) => ist_ausgabe + ist_ruecknahme)
  const errors = positionen.flatMap(({ geraet_id, ist_ruecknahme, zustand, bemerkung }, i): Fault[] => {
    if ((geraet_id && ist_ruecknahme) || (zustand ?? bemerkung) === undefined) return []
    const path = `positionen[${i}].${zustand === undefined ? "bemerkung" : "zustand"}`
    return [{ location: "body", path, msg: "gibt es nur bei einem Gerät, das zurückkommt" }]
  })
  if (errors.length > 0) throw invalidFields(errors)
}

function writeActual(tenant: TenantDb, lieferung: Lieferzeile, positionen: Positionen): void {
  const planned = withPositionen(tenant, [lieferung])[0]?.positionen ?? []
  const actual = new Map(positionen.map((position) => [itemIdOf(position), position]))
  for (const position of planned) {
    const { ist_ausgabe = 0, ist_ruecknahme = 0, zustand } = actual.get(itemIdOf(position)) ?? {}
    actual.delete(itemIdOf(position))
    tenant.update(lieferpositionen, position.id, { ist_ausgabe, ist_ruecknahme, ...(zustand && { zustand }) })
  }
  const more = [...actual.values()]
  requireKnown(tenant, more)
  tenant.insertAll(
    lieferpositionen,
    // The remark goes into the device's custody history instead.
    more.map(({ ist_ausgabe = 0, ist_ruecknahme = 0, bemerkung: _, ...was }, i) => ({
      lieferung_id: lieferung.id,
      position: planned.length + i,
      ...was,
      ist_ausgabe,
      ist_ruecknahme,
    })),
  )
}

/** Ledger lines of a position; a damaged device goes into maintenance. */
export function posten({
  ist_ausgabe = 0,
  ist_ruecknahme = 0,
  zustand,
  bemerkung,
  ...was
}: Positionen[number]): Posten[] {
  const zeile = (art: Posten["art"], menge: number, more = {}): Posten[] =>
    menge > 0 ? [{ ...was, ...more, art, menge }] : []
  const nach_status = zustand === "beschaedigt" ? "wartung" : "lager"
  const back = { nach_status, ...(bemerkung !== undefined && { notiz: bemerkung }) }
  return [...zeile("ausgabe", ist_ausgabe), ...zeile("ruecknahme", ist_ruecknahme, back)]
}

/** Safe to repeat with the same reason. @throws Refusal missing, conflict */
export function failLieferung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof Fehlschlag>,
): Lieferung {
  const { before, first } = receiveOnce(tenant, actor, id, "lieferungen.fehlschlag", input)
  const isReported = before.status === "nicht_zugestellt" && before.grund === input.grund
  if (!first || isReported) return answerAgain(tenant, actor, before)
  requireStatus(before, "unterwegs")
  const erfasst_am = readErfasstAm(input.erfasst_am, tenant.now())
  const { grund = null } = withoutErased<{ grund?: string }>(tenant, before.kunde_id, erfasst_am, input)
  return advance(tenant, actor, before, "nicht_zugestellt", { status: "nicht_zugestellt", grund, erfasst_am })
}

/** @throws Refusal missing, conflict */
export function cancelLieferung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof LieferStorno>,
): Lieferung {
  const before = getLieferzeile(tenant, actor, id)
  if (before.status === "storniert") return toLieferung(tenant, before)
  requireStatus(before, "geplant")
  return advance(tenant, actor, before, "storniert", { status: "storniert", grund: input.grund ?? null })
}

/** Plans a failed delivery for another day. @throws Refusal missing, conflict; invalid */
export function replanLieferung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof Replan>,
): Lieferung {
  const before = getLieferzeile(tenant, actor, id)
  requireStatus(before, "nicht_zugestellt")
  requireOrder({ ...before, ...input })
  getActiveKunde(tenant, before.kunde_id)
  requireStandort(tenant, { ...before, ...input }, before.kunde_id)
  const fahrer_id = input.fahrer_id === undefined ? before.fahrer_id : input.fahrer_id
  requireDriver(tenant, fahrer_id)
  return advance(tenant, actor, before, "neu_geplant", {
    ...input,
    status: "geplant",
    versuch: before.versuch + 1,
    reihenfolge: nextStop(tenant, input.datum, fahrer_id),
    gestartet_am: null,
    erfasst_am: null,
    grund: null,
  })
}

/**
 * Takes back that a failed delivery was planned anew: it has failed as before.
 *
 * @param ifMatch the version that the caller has seen, or undefined
 * @throws Refusal missing; stale; conflict when something happened to it since
 */
export function undoReplan(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  ifMatch: number | undefined,
): Lieferung {
  const now = getLieferzeile(tenant, actor, id)
  const was = readReplanned(tenant, id)
  // Once its person is erased, nobody knows any more what it was.
  if (was?.status === undefined)
    throw conflict("Die Lieferung ist nicht neu geplant, oder seither wurde sie geändert oder begonnen")
  if (was.standort_id && !tenant.find(standorte, was.standort_id))
    throw conflict("Den Standort, an den die Lieferung zuvor gehen sollte, gibt es nicht mehr")
  return toLieferung(tenant, changeRow(tenant, actor, lieferungen, now, was, ifMatch))
}
