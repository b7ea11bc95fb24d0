import type { Static, TObject } from "@sinclair/typebox"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { erinnerung } from "../../../print/dokumente/erinnerung.ts"
import type { Druck } from "../../../print/pdf/print.ts"
import { getEmpfaenger, getFirma } from "../../belege/kopf.ts"
import { listAlter } from "../../pfandalter/rules.ts"
import { addDays } from "../../../lib/day.ts"
import type { wunsch } from "./model.ts"

/** Days that a customer has to bring things back, if nobody says otherwise. */
const FRIST_TAGE = 14
/** Default for the smallest age in days of pieces in a reminder. */
const AB_TAGEN = 31

/**
 * A letter about what a customer holds for long.
 *
 * @param alter of all that the customer holds; read here if left out
 * @param stichtag the day on which it is made
 * @param erstellt_am by which the document is dated, ISO 8601 UTC
 * @returns undefined when nothing is that old
 * @throws Refusal missing
 */
export function composeErinnerung(
  tenant: TenantDb,
  kunde_id: string,
  { stufe = 1, ab_tagen = AB_TAGEN, frist }: Static<TObject<typeof wunsch>>,
  { stichtag, erstellt_am }: { stichtag: string; erstellt_am: string },
  alter: ReturnType<typeof listAlter> = listAlter(tenant, kunde_id),
): { druck: Druck; saldo_cent: number } | undefined {
  const an = getEmpfaenger(tenant, kunde_id)
  const posten = alter.filter(({ tage }) => tage >= ab_tagen)
  if (posten.length === 0) return undefined
  const druck = erinnerung({
    firma: getFirma(tenant),
    an,
    erstellt_am,
    stichtag,
    stufe: stufe as 1 | 2 | 3,
    posten,
    frist: frist ?? addDays(stichtag, FRIST_TAGE),
  })
  return { druck, saldo_cent: posten.reduce((sum, { wert_cent }) => sum + wert_cent, 0) }
}
