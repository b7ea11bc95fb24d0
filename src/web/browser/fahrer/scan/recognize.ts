import { scannedOf } from "../../../../lib/scanned.ts"
import { knowArtikel } from "../phone/day.ts"
import { findGeraet, itemsOf, searchArtikel } from "../phone/remote.ts"
import type { Artikel, Day, Geraet } from "../phone/tag.ts"

type Thing = { artikel: Artikel; name: string } | { geraet: Geraet; name: string }
type Found = Thing | { told: string }

/**
 * Looks a code up on the telephone, then at the service.
 *
 * @returns the article or device, or else a sentence in German
 */
export async function recognize(day: Day, found: Geraet[], code: string): Promise<Found> {
  const wanted = code.trim()
  const known = lookUp(wanted, [...day.artikel.values()], [...day.geraete.values(), ...found])
  return known ?? (await ask(wanted))
}

function lookUp(wanted: string, artikel: Artikel[], geraete: Geraet[]): Thing | undefined {
  for (const read of scannedOf(wanted)) {
    const one = artikel.find(({ barcode, nummer }) => barcode === read || nummer === read)
    if (one) return { artikel: one, name: one.bezeichnung }
    const geraet = geraete.find(({ barcode, geraetenummer }) => barcode === read || geraetenummer === read)
    if (geraet) return { geraet, name: `${geraet.bezeichnung} ${geraet.geraetenummer}` }
  }
  return undefined
}

async function ask(wanted: string): Promise<Found> {
  const one = await findGeraet(wanted)
  if (one !== "offline" && one.status === 200)
    return { geraet: one.body, name: `${one.body.bezeichnung} ${one.body.geraetenummer}` }
  const many = saysNo(one) ? await searchArtikel(wanted) : "offline"
  const found = lookUp(wanted, itemsOf(many), [])
  if (found && "artikel" in found) {
    knowArtikel(found.artikel)
    return found
  }
  return {
    told:
      saysNo(many) || (many !== "offline" && many.status === 200)
        ? `${wanted} kennt niemand.`
        : `${wanted} ist auf diesem Telefon nicht bekannt, und der Dienst antwortet nicht.`,
  }
}

/** @returns whether an answer means that there is no such code: one without log-in, or after a failure, does not */
const saysNo = (answer: "offline" | { status: number }): boolean =>
  answer !== "offline" && (answer.status === 404 || answer.status === 400)
