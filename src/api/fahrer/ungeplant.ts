import type { Static } from "@sinclair/typebox"
import { lieferpositionen, lieferungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { settleLieferung } from "../abrechnungen/rules.ts"
import { claimRequest } from "../shared/claim.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { withoutErased } from "../shared/erasure.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { getLieferung, type Lieferung, toLieferung } from "../lieferungen/read.ts"
import { nextStop } from "../lieferungen/plan.ts"
import { posten, requireActual } from "../lieferungen/rules.ts"
import { requireUndecided } from "../lieferungen/receive.ts"
import { bookVorgang } from "../pfandbuchungen/vorgang.ts"
import { writeProtokoll } from "../shared/record.ts"
import { localTime, readErfasstAm } from "../shared/time.ts"
import { getEinstellungen } from "./einstellungen.ts"
import type { Ungeplant } from "./model.ts"

/** A driver only collects. The office may find out later that something was handed out as well (klaerungen). */
type Abholung = Omit<Static<typeof Ungeplant>, "positionen"> & {
  positionen: (Static<typeof Ungeplant>["positionen"][number] & { ist_ausgabe?: number })[]
}

/** Two windows of a telephone go on with the same pick-up, and give it the same id. Read by its driver. */
const ENDED_TWICE =
  "Diese Abholung ist schon gebucht, mit anderen Angaben: Sie wurde zweimal beendet, etwa in zwei Fenstern. Es bleibt, was zuerst ankam; dies hier bitte verwerfen. Stimmt das Gebuchte nicht, bitte dem Büro sagen."

/**
 * Creates and completes a pick-up that nobody planned, in one step and exactly once; settled as one that was planned.
 *
 * @param fahrer_id the driver, if somebody else sends the request
 * @returns the delivery, marked `ungeplant`, and whether this request made it
 * @throws Refusal missing; conflict when the company does not allow it or a device is elsewhere; invalid
 */
export function collectUngeplant(
  tenant: TenantDb,
  actor: Actor,
  sent: Abholung,
  fahrer_id = actor.rolle === "superadmin" ? null : actor.id,
): Created<Lieferung> {
  requireActual(sent.positionen)
  requireUndecided(tenant, "ungeplant", "lieferungen.ungeplant", sent.id)
  if (!claimRequest(tenant, "lieferungen.ungeplant", sent.id, sent, ENDED_TWICE))
    return new Created(getLieferung(tenant, actor, sent.id ?? ""), false)
  if (getEinstellungen(tenant).ungeplant_erlaubt !== 1 && actor.rolle === "fahrer")
    throw conflict("Ungeplante Abholungen sind in dieser Firma abgeschaltet")
  getKundenkopf(tenant, sent.kunde_id)
  const erfasst_am = readErfasstAm(sent.erfasst_am, tenant.now())
  const input = withoutErased(tenant, sent.kunde_id, erfasst_am, sent)
  const zeile = createStopp(tenant, fahrer_id, input, erfasst_am)
  const after = tenant.update(lieferungen, zeile.id, {
    status: "zugestellt",
    abgeschlossen_am: tenant.now(),
    empfaenger_name: input.empfaenger_name ?? null,
    unterschrift: input.unterschrift ?? null,
    notiz: input.notiz ?? null,
  })
  bookVorgang(tenant, actor, {
    vorgang_id: Bun.randomUUIDv7(),
    kunde_id: input.kunde_id,
    lieferung_id: zeile.id,
    erfasst_am,
    positionen: input.positionen.flatMap(posten),
  })
  writeProtokoll(tenant, actor, "lieferungen.ungeplant_abgeholt", lieferungen, undefined, after)
  settleLieferung(tenant, actor, after)
  return new Created(toLieferung(tenant, after), true)
}

/** Creates the stop with its positions, on the day of the pick-up in the company's time zone. */
function createStopp(
  tenant: TenantDb,
  fahrer_id: string | null,
  { id, kunde_id, positionen }: Abholung,
  erfasst_am: string,
) {
  const { datum } = localTime(tenant, erfasst_am)
  const zeile = tenant.insert(lieferungen, {
    ...(id && { id }),
    kunde_id,
    fahrer_id,
    datum,
    reihenfolge: nextStop(tenant, datum, fahrer_id),
    status: "unterwegs",
    ungeplant: 1,
    gestartet_am: erfasst_am,
    erfasst_am,
  })
  tenant.insertAll(
    lieferpositionen,
    positionen.map(({ bemerkung: _, ist_ausgabe = 0, ...was }, position) => ({
      lieferung_id: zeile.id,
      position,
      ...was,
      ist_ausgabe,
    })),
  )
  return zeile
}
