import { anfangsvorgaenge } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import type { Actor } from "../../frame/session.ts"
import { asOf } from "../../import/table/day.ts"
import { bookVorgang } from "../../pfandbuchungen/vorgang.ts"
import { derivedId } from "../../shared/claim.ts"
import type { Anfangsposten } from "./posten.ts"

type Booking = { kunde_id: string; posten: Anfangsposten[]; id: string; stichtag: string | undefined }

/** Books pieces below zero last: the document of the Vorgang is asked for at its first booking. */
export function book(tenant: TenantDb, actor: Actor, { kunde_id, posten, id, stichtag }: Booking): void {
  const vorgang_id = derivedId(id, kunde_id)
  const isNegative = ({ menge }: Anfangsposten): boolean => menge < 0
  const isMarked = posten.some(isNegative)
  // Before its bookings: their trigger asks for it.
  if (isMarked) tenant.insert(anfangsvorgaenge, { id: vorgang_id, kunde_id })
  bookVorgang(tenant, actor, {
    vorgang_id,
    kunde_id,
    erfasst_am: asOf(tenant, stichtag),
    ...(isMarked && { grund: "Anfangsbestand" }),
    positionen: posten
      .toSorted((one, other) => Number(isNegative(one)) - Number(isNegative(other)))
      .map((one) => ({
        ...one,
        menge: Math.abs(one.menge),
        art: isNegative(one) ? "korrektur_minus" : "anfangsbestand",
      })),
  })
}
