import { call } from "../api/call.ts"
import type { Doubt } from "../forms/use-doubt.tsx"
import { isUnfilled, type Line } from "./lines.ts"
import { momentOf } from "./refresh-booked.ts"
import type { LinesFocus } from "./rows.ts"
import {
  type Art,
  type Counted,
  heldOf,
  type Konto,
  MORE_THAN_HELD,
  unusualDoubt,
  unusualIn,
} from "./unusual.ts"

type One = { line: Line; art: Art; menge: number; cent: number }
type Booked = {
  kundeId: string
  lines: readonly Line[]
  /** Day on which it happened; null is today, or one that nobody has typed here. */
  tag: string | null
  focus: LinesFocus
}

/**
 * Asks the service what the lines of a delivery would be worth and what the customer has.
 *
 * @returns a doubt where that is unusual (unusual.ts); nothing while a line is not filled in, which is said at the line
 * @throws ApiFault where the service cannot say what the customer has
 */
export async function doubtOfLines({ kundeId, lines, tag, focus }: Booked): Promise<Doubt | undefined> {
  if (lines.some(isUnfilled)) return undefined
  const [out, back, konto] = await Promise.all([
    reckoned("ausgabe", kundeId, lines, tag),
    reckoned("ruecknahme", kundeId, lines, tag),
    call("get", "/api/kunden/{id}/pfandkonto", { path: { id: kundeId } }),
  ])
  const counted = await Promise.all([...out, ...back].map((one) => countedOf(one, konto)))
  return unusualDoubt(unusualIn(counted, tag), ({ row, art }) =>
    focus.goTo(row, art === "ruecknahme" ? "back" : "out"),
  )
}

/** Each way by itself: a request of the interface holds as many lines as a delivery. */
async function reckoned(
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
  const positionen = asked.map(({ line: { id, isDevice }, menge }) => ({
    ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
    art,
    menge,
  }))
  const body = { kunde_id, positionen, ...momentOf(tag) }
  // Where the service refuses to reckon, the pieces are still compared.
  const preview = await call("post", "/api/pfandbuchungen/vorschau", { body }).catch(() => undefined)
  return asked.map((one, i) => ({ ...one, cent: preview?.positionen[i]?.summe_cent ?? 0 }))
}

async function countedOf({ line, ...one }: One, konto: Konto): Promise<Counted> {
  const { id, bezeichnung, isDevice } = line
  const isMany = one.art === "ruecknahme" && one.menge >= MORE_THAN_HELD
  // Of fewer pieces nobody asks what the customer has.
  const held = isMany ? heldOf({ id, isDevice, teile: await partsOf(line) }, konto) : undefined
  return { ...one, row: id, bezeichnung, held }
}

const partsOf = async ({ id, isDevice }: Line) =>
  isDevice ? [] : (await call("get", "/api/pfandartikel/{id}", { path: { id } })).bestandteile
