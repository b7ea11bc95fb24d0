import { GONE, type RechnungReply } from "./model.ts"
import type { Static } from "@sinclair/typebox"
import { abrechnungen } from "../../db/schema.ts"
import type { rechnungsprofile } from "../../db/schema/values.ts"
import { conflict } from "../../lib/refusal.ts"
import { loop } from "../../lib/turns.ts"
import { writeRechnung } from "../../print/rechnung/cii.ts"
import { en16931, details, listMissing, xrechnung } from "../../print/rechnung/profile.ts"
import { readGruppen, readZeilen } from "../../print/rechnung/felder.ts"
import { readXml } from "../../print/rechnung/read-xml.ts"
import {
  type Belegangaben,
  type Belegkontext,
  findKept,
  type NewBeleg,
  storeBeleg,
} from "../belege/ablage.ts"
import { dateiname } from "../belege/printing.ts"
import { openBeleg, readBeleg } from "../belege/rules.ts"
import type { Document } from "../frame/reply.ts"
import { type Abrechnungsbeleg, composeAbrechnung } from "./beleg.ts"

export const XML = "application/xml"

export type ProfileName = (typeof rechnungsprofile)[number]

const PROFILE = { en16931, xrechnung }
/** Names of the forms in the names of files. */
const NAMES: Record<ProfileName, string> = { en16931: "ZUGFeRD", xrechnung: "XRechnung" }

/** @returns the profile in which a settlement of a form goes out */
const profileOf = (form: (typeof abrechnungen.$inferSelect)["form"]): ProfileName =>
  form === "zugferd" ? "en16931" : "xrechnung"

/** @returns the kept document that is a settlement's paper, and the structured invoice of its form beside it */
export function toBelege({ druck, zeile, rechnung }: Abrechnungsbeleg): {
  paper: Belegangaben
  beside: NewBeleg[]
} {
  const { id: bezug_id, kunde_id, von, bis, form } = zeile
  const paper = { art: "abrechnung", bezug_id, kunde_id, von, bis } as const
  if (!rechnung || form === "papier") return { paper, beside: [] }
  return { paper, beside: [toXml({ druck, zeile, rechnung }, profileOf(form))] }
}

/** @throws Refusal conflict for what is no structured invoice of this kind, or lacks what it asks for */
function toXml({ druck, zeile, rechnung }: Abrechnungsbeleg, profil: ProfileName): NewBeleg {
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
 * Makes a settlement's structured invoice the first time, and keeps it.
 *
 * @returns the id of the kept document
 * @throws Refusal missing; conflict for a settlement that is no invoice, or lacks something
 */
async function keepXml(context: Belegkontext, id: string, profile: ProfileName): Promise<string> {
  const kept = findKept(context.tenant, "abrechnung", id, profile)
  if (kept) return kept.id
  const [made] = await storeBeleg(context, toXml(composeAbrechnung(context.tenant, id), profile))
  return made!.id
}

/**
 * @returns a settlement as a structured invoice, as it was made first
 * @throws Refusal as `keepXml`; missing also for a customer who was erased
 */
export const openXml = async (context: Belegkontext, id: string, profile: ProfileName): Promise<Document> =>
  openBeleg(context.tenant, await keepXml(context, id, profile))

/** Most lines that are listed; the file has all of them. */
const MOST_ZEILEN = 200

/**
 * @returns every field of the structured invoice that the customer gets, read from the file itself
 * @throws Refusal as `openXml`
 */
export async function readRechnung(context: Belegkontext, id: string): Promise<Static<typeof RechnungReply>> {
  const { form, nummer } = context.tenant.get(abrechnungen, id, GONE)
  if (form === "papier" || form === null) throw conflict(`${nummer} gibt es nur als PDF`)
  const beleg_id = await keepXml(context, id, profileOf(form))
  const { pieces } = readBeleg(context.tenant, beleg_id)
  const root = await loop.through(context.tenant.id, readXml(pieces), context)
  const zeilen = readZeilen(root)
  return { gruppen: readGruppen(root), zeilen: zeilen.slice(0, MOST_ZEILEN), zeilen_anzahl: zeilen.length }
}
