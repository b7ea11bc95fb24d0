import { tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { versandwegInWords } from "../../lib/arten.ts"
import { formatDatum } from "../../lib/format.ts"
import {
  fillFields,
  type Platzhalter,
  standardtexte,
  versandarten,
  type Versandart,
} from "../../lib/versandtexte.ts"
import type { Beleg } from "../belege/ablage.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Versand } from "../versand/rules.ts"
import { adressenOf, getAnschrift } from "./adressen.ts"

export const NEVER_SENT = "Ein solcher Beleg wird nicht versandt"

/** @returns whether documents of a kind are ever sent by e-mail */
export const isSendable = (art: Beleg["art"]): art is Versandart =>
  (versandarten as readonly string[]).includes(art)

/** What an e-mail's words are made of. */
export type About = Pick<Beleg, "titel"> & { art: Versandart } & Partial<
    Pick<Beleg, "kunde_id" | "von" | "bis">
  >

/** @returns subject and text of an e-mail with a document, as the company wants them now */
export function wordsFor(tenant: TenantReader, versand: Versand, about: About) {
  const { art } = about
  const { betreff, text } = standardtexte[art]
  const fields = fieldsOf(tenant, about)
  const fill = (words: string): string => fillFields(ofOneDay(about) ? ofTheDay(words) : words, fields)
  return {
    betreff: fill(versand[`betreff_${art}`] ?? betreff),
    text: fill(versand[`text_${art}`] ?? text),
  }
}

const ofOneDay = ({ von, bis }: About): boolean => bis != null && (von ?? bis) === bis

/** German says „für Oktober“ of a period, and „vom 28.11.2026“ of a day. */
const ofTheDay = (words: string): string =>
  words.replaceAll(/für (?:den Zeitraum )?\{zeitraum\}/g, "vom {zeitraum}")

type Seen = {
  betreff?: string
  text?: string
  an?: readonly string[]
  versandweg?: keyof typeof versandwegInWords
}

/**
 * Refuses an e-mail that would be another one than was seen: somebody changed the company's texts, or the customer.
 *
 * @param input.an the addresses that somebody gave, if any
 * @throws Refusal conflict
 */
export function requireSeen(
  tenant: TenantReader,
  versand: Versand,
  about: About,
  { an, erwartet }: { an?: readonly string[] | undefined; erwartet?: Seen | undefined },
): void {
  if (!erwartet) return
  const { betreff, text } = wordsFor(tenant, versand, about)
  const words = { betreff, text, ...erwartet }
  if (betreff !== words.betreff || text !== words.text)
    throw conflict(
      "Inzwischen hat sich etwas geändert: Betreff oder Text wären jetzt andere. Bitte lesen und noch einmal versenden.",
    )
  if (erwartet.versandweg !== undefined && about.kunde_id != null) {
    const { versandweg } = getAnschrift(tenant, about.kunde_id)
    if (versandweg !== erwartet.versandweg)
      throw conflict(
        `Inzwischen hat sich etwas geändert: Beim Kunden steht jetzt „Versand: ${versandwegInWords[versandweg]}“. Bitte ansehen und einzeln versenden, wenn das gewollt ist.`,
      )
  }
  if (!an && erwartet.an && adressenOf(tenant, about).join() !== erwartet.an.join())
    throw conflict(
      "Inzwischen hat sich etwas geändert: Die E-Mail ginge jetzt an eine andere Adresse. Bitte ansehen und noch einmal versenden.",
    )
}

function fieldsOf(
  tenant: TenantReader,
  { kunde_id = null, titel, von = null, bis = null }: About,
): Platzhalter {
  const kunde = kunde_id === null ? undefined : getAnschrift(tenant, kunde_id)
  const [first, last] = [von, bis].map((day) => (day === null ? "" : formatDatum(day)))
  return {
    kunde: kunde?.name ?? "",
    kundennummer: kunde?.kundennummer ?? "",
    firma: tenant.get(tenants, tenant.id).name,
    beleg: titel,
    zeitraum: first && last && first !== last ? `${first} bis ${last}` : (last ?? ""),
  }
}
