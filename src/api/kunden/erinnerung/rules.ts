import type { Static, TObject } from "@sinclair/typebox"
import type { TenantReader } from "../../../db/tenant-db.ts"
import { erinnerung } from "../../../print/dokumente/erinnerung.ts"
import type { Brief } from "../../belege/printing.ts"
import { getEmpfaenger, getFirma, termsOf } from "../../belege/kopf.ts"
import { listAge } from "../../pfandalter/rules.ts"
import { addDays } from "../../../lib/day.ts"
import { formatDatum } from "../../../lib/format.ts"
import { conflict } from "../../../lib/refusal.ts"
import { localTime } from "../../shared/time.ts"
import type { erinnerungsangaben } from "./model.ts"

/** Days that a customer has to bring things back, if nobody says otherwise. */
const FRIST_DAYS = 14
/** Default for the smallest age in days of pieces in a reminder. */
const FROM_DAYS = 31

/** The day until which things are to be back, if somebody said so, and the day of the letter. */
type Days = { frist?: string | undefined; bis: string }

const fristOf = ({ frist, bis }: Days): string => frist ?? addDays(bis, FRIST_DAYS)

/** Letters may be made days after they were ordered. @throws Refusal conflict when that day is over by then */
export function requireFrist(tenant: TenantReader, ordered: Days): void {
  const frist = fristOf(ordered)
  if (frist < localTime(tenant).datum)
    throw conflict(
      `Die Frist dieser Erinnerungen (${formatDatum(frist)}) ist inzwischen vorbei; bitte mit einer neuen noch einmal beauftragen`,
    )
}

/**
 * A letter about what a customer holds for long; about empties alone where devices are lent for good.
 *
 * @param age of all that the customer holds; read here if left out
 * @param stichtag the day on which it is made
 * @param erstellt_am by which the document is dated, ISO 8601 UTC
 * @returns undefined when nothing is that old
 * @throws Refusal missing
 */
export function composeErinnerung(
  tenant: TenantReader,
  kunde_id: string,
  { stufe = 1, ab_tagen = FROM_DAYS, nur_leergut = false, frist }: Static<TObject<typeof erinnerungsangaben>>,
  { stichtag, erstellt_am }: { stichtag: string; erstellt_am: string },
  age: ReturnType<typeof listAge> = listAge(tenant, kunde_id),
): Brief | undefined {
  const an = getEmpfaenger(tenant, kunde_id)
  const posten = age.filter(({ tage, ist_geraet }) => tage >= ab_tagen && !(nur_leergut && ist_geraet))
  if (posten.length === 0) return undefined
  const druck = erinnerung({
    firma: getFirma(tenant),
    an,
    erstellt_am,
    stichtag,
    stufe: stufe as 1 | 2 | 3,
    posten,
    preise: termsOf(tenant).preise,
    frist: fristOf({ frist, bis: stichtag }),
  })
  const saldo_cent = posten.reduce((sum, { wert_cent }) => sum + wert_cent, 0)
  return { druck, beleg: { art: "erinnerung", kunde_id, bis: stichtag, saldo_cent } }
}
