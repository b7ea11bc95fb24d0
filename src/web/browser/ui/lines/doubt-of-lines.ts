import { vorzeichen } from "../../../../lib/buchungsart.ts"
import { call } from "../api/call.ts"
import { isRefused } from "../api/fault.ts"
import type { Doubt } from "../forms/use-doubt.tsx"
import { isUnfilled, type Line } from "./lines.ts"
import { momentOf } from "./moment-of.ts"
import type { LinesFocus } from "./rows.ts"
import {
  type Art,
  type Counted,
  heldOf,
  type Konto,
  MORE_THAN_HELD,
  unusualDoubt,
  unusualIn,
  WORTH,
} from "./unusual.ts"

/** `cent` is undefined if the service does not say it. */
type One = { line: Line; art: Art; menge: number; cent: number | undefined }
type Booked = {
  kundeId: string
  lines: readonly Line[]
  /** Day on which it happened; null is today, or one that nobody has typed here. */
  tag: string | null
  focus: LinesFocus
}

/**
 * Asks the service what the lines of a delivery are worth, and what the customer has. The service does not say it for an
 * article that is no longer in use, which may have been handed over all the same: many pieces of that are valued at
 * today's deposit.
 *
 * @returns a doubt if something is unusual (unusual.ts); none while a line is not filled in, which is a fault of the line
 */
export async function doubtOfLines({ kundeId, lines, tag, focus }: Booked): Promise<Doubt | undefined> {
  if (lines.some(isUnfilled)) return undefined
  const [out, back, konto] = await Promise.all([
    previewOf("ausgabe", kundeId, lines, tag),
    previewOf("ruecknahme", kundeId, lines, tag),
    call("get", "/api/kunden/{id}/pfandkonto", { path: { id: kundeId } }).catch(unknown),
  ])
  const counted = await Promise.all([...out, ...back].map((one) => countedOf(one, konto)))
  return unusualDoubt(unusualIn(counted, tag), ({ row, art }) =>
    focus.goTo(row, art === "ruecknahme" ? "back" : "out"),
  )
}

/** One request for each direction, as a request may hold no more lines than a delivery. */
async function previewOf(
  art: Art,
  kunde_id: string,
  lines: readonly Line[],
  tag: string | null,
): Promise<One[]> {
  const asked = lines.flatMap((line) => {
    const menge = (art === "ausgabe" ? line.out : line.back) ?? 0
    return menge > 0 ? [{ line, art, menge }] : []
  })
  if (asked.length === 0) return []
  const preview = await call("post", "/api/pfandbuchungen/vorschau", {
    body: {
      kunde_id,
      positionen: asked.map(({ line: { id, isDevice }, menge }) => ({
        ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
        art,
        menge,
      })),
      ...momentOf(tag),
    },
  }).catch(unknown)
  return asked.map((one, i) => ({ ...one, cent: preview?.positionen[i]?.summe_cent }))
}

async function countedOf(one: One, konto: Konto | undefined): Promise<Counted> {
  const { line, art, menge } = one
  const { id, bezeichnung, isDevice } = line
  // The article is only read if the pieces are many, or of much worth; not if they are handed over at a known sum.
  const isMany = menge >= MORE_THAN_HELD
  const isMuch = art === "ruecknahme" && Math.abs(one.cent ?? WORTH) >= WORTH
  const isAsked = !isDevice && (isMuch || (isMany && (art === "ruecknahme" || one.cent === undefined)))
  const artikel = isAsked
    ? await call("get", "/api/pfandartikel/{id}", { path: { id } }).catch(unknown)
    : undefined
  const held = artikel && heldOf({ id, isDevice, teile: artikel.bestandteile }, konto)
  const cent = one.cent ?? vorzeichen(art) * menge * (artikel?.pfand_cent ?? 0)
  return { row: id, bezeichnung, isDevice, art, menge, held, cent }
}

/** Turns a refusal into undefined. Any other error is thrown: without an answer, nothing can be said of the booking. */
function unknown(error: unknown): undefined {
  if (!isRefused(error)) throw error
}
