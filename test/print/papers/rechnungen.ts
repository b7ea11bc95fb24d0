import { loop } from "../../../src/lib/turns.ts"
import { writeRechnung } from "../../../src/print/rechnung/cii.ts"
import { readGruppen, readZeilen } from "../../../src/print/rechnung/felder.ts"
import type { Rechnung } from "../../../src/print/rechnung/modell.ts"
import {
  details,
  en16931,
  listMissing,
  type Profile,
  xrechnung,
} from "../../../src/print/rechnung/profile.ts"
import { readXml } from "../../../src/print/rechnung/read-xml.ts"
import { beispiele } from "../../helpers/rechnung/beispiele.ts"

/** Invoices for programs, as the office reads them: each field that is written, under its name and number. */

async function fieldsOf(name: string, profil: Profile): Promise<string[]> {
  const root = await loop.through("", readXml([writeRechnung(beispiele[name]!, profil)]))
  const groups = readGruppen(root).flatMap(({ titel, felder }) => [titel, ...felder.map(inWords)])
  return [...groups, ...readZeilen(root).flatMap((felder) => ["Zeile", ...felder.map(inWords)])]
}

const inWords = ({ name, nr, wert }: { name: string; nr: string; wert: string }): string =>
  `  ${nr} ${name}: ${wert}`

/** An invoice of which nothing is known. */
const { verkaeufer, kaeufer, ...rest } = beispiele["geraet-mit-kaution"]!
const emptied = <T extends object>(all: T): T =>
  Object.fromEntries(Object.keys(all).map((name) => [name, null])) as T
const nothing: Rechnung = {
  ...rest,
  steuern: [{ satz: null, netto_cent: 1, ust_cent: 0, brutto_cent: 1 }],
  verkaeufer: { ...emptied(verkaeufer), kontakt: emptied(verkaeufer.kontakt) },
  kaeufer: emptied(kaeufer),
  ohne_ust_weil: null,
  faellig_am: null,
  zahlungsbedingung: null,
}
const missing = (profil: Profile): string[] => listMissing(nothing, profil).map((name) => details[name])

export const rechnungen: Record<string, () => string[] | Promise<string[]>> = {
  "at several rates": () => fieldsOf("netto", xrechnung),
  "the same inside a PDF": () => fieldsOf("netto", en16931),
  ...Object.fromEntries(
    ["guthaben", "storno-der-rechnung", "brutto-mit-rundung", "geraet-mit-kaution"].map((name) => [
      name,
      () => fieldsOf(name, xrechnung),
    ]),
  ),
  "what none can lack": () => missing(en16931),
  "what an XRechnung cannot lack": () => missing(xrechnung),
}
