import type { Static } from "@sinclair/typebox"
import { abrechnungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { requireBriefkopf } from "../belege/kopf.ts"
import { Created } from "../frame/reply.ts"
import { withdrawWith } from "../nachrichten/zustellung.ts"
import { claimRequest } from "../shared/claim.ts"
import { isLocked } from "./kopf.ts"
import { type NewGegenbeleg, GONE } from "./model.ts"
import { requireDetails } from "./pflicht.ts"
import { paperOf } from "./postversand.ts"
import { type Abrechnung, findStorno, getAbrechnung, positionenOf, steuernOf } from "./read.ts"
import { type Creator, storeAbrechnung } from "./rules.ts"

/**
 * Cancels a settlement by a counter-document with all amounts turned round; its bookings are open again, and an e-mail
 * that still waits with it goes out no more.
 *
 * @returns the counter-document, and whether this request made it
 * @throws Refusal missing; conflict when it is cancelled already, is a counter-document itself, or the letterhead is
 *   not complete
 */
export function cancelAbrechnung(
  tenant: TenantDb,
  creator: Creator,
  id: string,
  input: Static<typeof NewGegenbeleg>,
): Created<Abrechnung> {
  const before = tenant.get(abrechnungen, id, GONE)
  if (!claimRequest(tenant, "abrechnungen", input.id, { ...input, abrechnung_id: id })) {
    return new Created(getAbrechnung(tenant, input.id ?? ""), false)
  }
  if (before.art === "storno") throw conflict("Ein Storno kann nicht storniert werden; bitte neu abrechnen")
  const earlier = findStorno(tenant, id)
  if (earlier) throw conflict(`Diese Abrechnung ist schon storniert: ${earlier.nummer}`)
  // An erased customer's cancellation takes over the settlement's recipient, and is locked as well.
  const locked = isLocked(tenant, id)
  if (locked) requireBriefkopf(tenant, before.abrechnung_ist)
  else requireDetails(tenant, before.kunde_id, before)
  const paper = paperOf(tenant, id)
  if (paper) withdrawWith(tenant, paper.id)
  const kopf = {
    ...(input.id !== undefined && { id: input.id }),
    art: "storno" as const,
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
    // It goes out where the customer may have what it cancels: it went out, or is on paper.
    versand_offen: !locked && (before.versand_offen === 0 || paper) ? 1 : 0,
  }
  const zeile = storeAbrechnung(tenant, creator, "abrechnungen.storniert", {
    kopf,
    positionen: tenant.all(positionenOf, { id }).map(({ id: _, ...one }) => ({
      ...one,
      ausgabe: -one.ausgabe,
      ruecknahme: -one.ruecknahme,
      korrektur: -one.korrektur,
      summe_cent: -one.summe_cent,
    })),
    steuern: tenant.all(steuernOf, { id }).map(({ id: _, ...one }) => ({
      ...one,
      netto_cent: -one.netto_cent,
      ust_cent: -one.ust_cent,
    })),
  })
  return new Created(getAbrechnung(tenant, zeile.id), true)
}
