import { scannedOf } from "../../../../lib/scanned.ts"
import { findGeraet } from "../phone/remote.ts"
import type { Day, Geraet } from "../phone/tag.ts"

type Found = { artikel: { id: string }; name: string } | { geraet: Geraet; name: string } | { told: string }

/** Finds a code among the data on the telephone, then asks the service, if it can be reached. */
export async function recognize(day: Day, found: Geraet[], code: string): Promise<Found> {
  const wanted = code.trim()
  for (const read of scannedOf(wanted)) {
    const artikel = day.tag.artikel.find((one) => one.barcode === read || one.nummer === read)
    if (artikel) return { artikel, name: artikel.bezeichnung }
    const geraet = [...day.geraete.values(), ...found].find(
      (one) => one.barcode === read || one.geraetenummer === read,
    )
    if (geraet) return { geraet, name: `${geraet.bezeichnung} ${geraet.geraetenummer}` }
  }
  const answer = await findGeraet(wanted)
  if (answer !== "offline") {
    const { status, body } = answer
    if (status === 200) return { geraet: body, name: `${body.bezeichnung} ${body.geraetenummer}` }
    // Asked by nobody who is logged in, or of a service that stumbles, it says nothing of the code.
    if (status === 404 || status === 400) return { told: `${wanted} kennt niemand.` }
  }
  return { told: `${wanted} ist auf diesem Telefon nicht bekannt, und der Dienst antwortet nicht.` }
}
