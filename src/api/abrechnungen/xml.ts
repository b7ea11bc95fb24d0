import type { rechnungsprofile } from "../../db/schema/values.ts"
import { conflict } from "../../lib/refusal.ts"
import { writeRechnung } from "../../print/rechnung/cii.ts"
import { en16931 } from "../../print/rechnung/en16931.ts"
import { details, listMissing } from "../../print/rechnung/missing.ts"
import { xrechnung } from "../../print/rechnung/xrechnung.ts"
import {
  type Belegangaben,
  type Belegkontext,
  findKept,
  type NewBeleg,
  storeBeleg,
} from "../belege/ablage.ts"
import { dateiname } from "../belege/drucken.ts"
import { openBeleg } from "../belege/rules.ts"
import { Document } from "../frame/reply.ts"
import { type Beleg, composeAbrechnung } from "./beleg.ts"

export const XML = "application/xml"

export type ProfileName = (typeof rechnungsprofile)[number]

const PROFILE = { en16931, xrechnung }
/** Names of the forms in the names of files. */
const NAMES: Record<ProfileName, string> = { en16931: "ZUGFeRD", xrechnung: "XRechnung" }

/** @returns the kept document that is a settlement's paper, and the structured invoice of its form beside it */
export function toBelege({ druck, zeile, rechnung }: Beleg): {
  paper: Belegangaben
  beside: NewBeleg[]
} {
  const { id: bezug_id, kunde_id, von, bis, form } = zeile
  const paper = { art: "abrechnung", bezug_id, kunde_id, von, bis } as const
  if (!rechnung || form === "papier") return { paper, beside: [] }
  return { paper, beside: [toXml({ druck, zeile, rechnung }, form === "zugferd" ? "en16931" : "xrechnung")] }
}

/** @throws Refusal conflict for what is no structured invoice of this kind, or lacks what it asks for */
function toXml({ druck, zeile, rechnung }: Beleg, profil: ProfileName): NewBeleg {
  const { id: bezug_id, nummer, kunde_id, von, bis } = zeile
  const is = profil === "xrechnung" ? zeile.xrechnung : zeile.form === "zugferd"
  if (!rechnung || !is) throw conflict(`${nummer} gibt es nur als PDF, nicht als ${NAMES[profil]}`)
  const missing = listMissing(rechnung, PROFILE[profil])
  if (missing.length > 0)
    throw conflict(
      `${nummer} gibt es nicht als ${NAMES[profil]}, denn als sie ausgestellt wurde, fehlte: ${missing.map((name) => details[name]).join(", ")}. Ist das eingetragen, gilt es ab der nächsten Rechnung`,
    )
  const titel = `${druck.titel} (${NAMES[profil]})`
  const daten = writeRechnung(rechnung, PROFILE[profil])
  const names = { titel, dateiname: dateiname(`${druck.titel} ${NAMES[profil]}`, "xml"), typ: XML }
  return { ...names, art: "abrechnung", profil, bezug_id, kunde_id, von, bis, daten }
}

/**
 * @returns a settlement as a structured invoice, as it was made first
 * @throws Refusal missing, also for a customer who was erased; conflict for a settlement that is no invoice, or lacks something
 */
export async function openXml(context: Belegkontext, id: string, profile: ProfileName): Promise<Document> {
  const kept = findKept(context.tenant, "abrechnung", id, profile)
  if (kept) return openBeleg(context.tenant, kept.id)
  const beleg = toXml(composeAbrechnung(context.tenant, id), profile)
  await storeBeleg(context, beleg)
  return new Document(new Uint8Array(beleg.daten), XML, beleg.dateiname)
}
