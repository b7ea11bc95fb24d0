import { call } from "../../ui/api/call.ts"
import type { Art } from "../../ui/lines/unusual.ts"
import { getNow } from "../../ui/state/query.ts"
import type { Thing } from "../../ui/state/thing.ts"
import { bookedIn } from "./deposit-then.tsx"
import { type BookingLine, deviceLineOf, joined, lineOf } from "./lines.ts"

type Named = Pick<Thing, "id" | "isDevice" | "place">

export async function readLine({ id, isDevice, place }: Named, art: Art): Promise<BookingLine> {
  if (isDevice) return deviceLineOf(await call("get", "/api/geraete/{id}", { path: { id } }), art, place)
  return lineOf(await call("get", "/api/pfandartikel/{id}", { path: { id } }), art)
}

/** @returns empty lines for what this customer usually brings */
export async function usualLines(kundeId: string, art: Art): Promise<BookingLine[]> {
  const { items } = await call("get", "/api/kunden/{id}/rueckgaben", { path: { id: kundeId } })
  return items.map(({ pfandartikel }) => lineOf(pfandartikel, art))
}

/** A delivery that is booked anew, as its booking was reversed. */
export type Redelivered = { id: string; datum: string }

/** What stands ready when a Vorgang is booked again. */
type Again = { lines: BookingLine[]; lieferung: Redelivered | null }
export const NOTHING: Again = { lines: [], lieferung: null }

type Counted = {
  pfandartikel_id: string | null
  geraet_id: string | null
  art: Art
  menge: number
}

/** An article that was booked at several deposits, in several lines, becomes one. */
async function linesOf(counted: readonly Counted[]): Promise<BookingLine[]> {
  const lines = await Promise.all(
    counted.map(async ({ pfandartikel_id, geraet_id, art, menge }) => ({
      ...(await readLine({ id: pfandartikel_id ?? geraet_id ?? "", isDevice: geraet_id !== null }, art)),
      menge,
    })),
  )
  return joined([], lines)
}

/**
 * @returns the lines of a Vorgang, to book it again: the same pieces, at today's deposit; with its delivery, if nothing
 *   is booked of that any more
 * @throws ApiFault when it cannot be read
 */
export async function readAgain(vorgang_id: string): Promise<Again> {
  const { items } = await getNow("/api/pfandbuchungen", { query: bookedIn(vorgang_id) })
  const own = await linesOf(items)
  const lieferung = await findReversed(items[0]?.lieferung_id)
  if (!lieferung) return { lines: own, lieferung: null }
  const { id, datum, positionen } = lieferung
  const lines = await linesOf(
    positionen.flatMap(({ ist_ausgabe, ist_ruecknahme, ...one }): Counted[] => [
      ...(ist_ausgabe ? [{ ...one, art: "ausgabe" as const, menge: ist_ausgabe }] : []),
      ...(ist_ruecknahme ? [{ ...one, art: "ruecknahme" as const, menge: ist_ruecknahme }] : []),
    ]),
  )
  // The Vorgang has the parts of a Gebinde, the delivery the Gebinde that is looked for on the truck.
  const hasGebinde = lines.some(({ teile }) => teile.length > 0)
  return { lines: hasGebinde ? lines : own, lieferung: { id, datum } }
}

async function findReversed(id: string | null | undefined) {
  if (!id) return undefined
  // Not what was read before: it may have been reversed, or booked anew, a moment ago.
  const query = { lieferung_id: id, limit: 200 }
  const { items } = await call("get", "/api/pfandbuchungen", { query })
  const isReversed = items.every(({ storniert, storno_von }) => storniert || storno_von !== null)
  return isReversed ? call("get", "/api/lieferungen/{id}", { path: { id } }) : undefined
}
