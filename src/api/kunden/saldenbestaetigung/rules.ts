import type { TenantReader } from "../../../db/tenant-db.ts"
import { invalid } from "../../../lib/refusal.ts"
import { saldoOf } from "../../../print/dokumente/letter-parts.ts"
import {
  type Saldenbestaetigung,
  saldenbestaetigung,
  saldenbestaetigungSeite,
} from "../../../print/dokumente/saldenbestaetigung.ts"
import type { NewLink } from "../../belege/links.ts"
import type { Brief } from "../../belege/printing.ts"
import { lastNrBefore, listBestand } from "../../belege/bestand.ts"
import { getEmpfaenger, getFirma, startOfToday, termsOf } from "../../belege/kopf.ts"
import { instants, localTime } from "../../shared/time.ts"

/**
 * A customer's holdings at the end of a day.
 *
 * @throws Refusal missing; invalid
 */
export function getSaldenbestaetigung(
  tenant: TenantReader,
  kunde_id: string,
  stichtag: string,
): Saldenbestaetigung {
  const an = getEmpfaenger(tenant, kunde_id)
  if (stichtag > localTime(tenant).datum) throw invalid("stichtag", "liegt in der Zukunft", "query")
  const { vor = "" } = instants(tenant, { bis: stichtag })
  return {
    firma: getFirma(tenant),
    an,
    stichtag,
    erstellt_am: startOfToday(tenant),
    stand_nr: lastNrBefore(tenant, kunde_id, vor),
    ...termsOf(tenant),
    bestand: listBestand(tenant, kunde_id, vor),
  }
}

/** @returns the same as a letter to the customer. @param link that it carries */
export function toSaldenbestaetigung(kunde_id: string, data: Saldenbestaetigung, link?: NewLink): Brief {
  const { stichtag } = data
  const saldo_cent = saldoOf(data.bestand)
  const seite = saldenbestaetigungSeite(data)
  return {
    druck: saldenbestaetigung({ ...data, link }),
    beleg: { art: "saldenbestaetigung", kunde_id, von: stichtag, bis: stichtag, saldo_cent, seite, link },
  }
}
