import { call } from "../api/call.ts"
import { faultBefore } from "../api/fault.ts"
import { BETWEEN, countOf } from "../values/contents.ts"
import { date } from "../values/format.ts"
import type { Thing } from "../state/thing.ts"

/** One line: an article or one device, how many go out and how many come back. */
export type Line = Thing & {
  out: number | null
  back: number | null
  /** Chosen by hand, and neither planned nor offered. */
  isAdded?: boolean
  /** Pieces that were planned to come back, where what came is counted and not filled in. */
  plannedBack?: number
  /** Where a device is, when it is neither in stock nor with this customer. */
  elsewhere?: string
  /** Of a device whose tests are planned: the last day on which it may be handed out. */
  testedUntil?: string
}

export const emptyLine = ({ id, isDevice, nummer, bezeichnung }: Thing): Line => ({
  id,
  isDevice,
  nummer,
  bezeichnung,
  out: null,
  back: null,
})

type Position = {
  pfandartikel_id: string | null
  geraet_id: string | null
  nummer: string
  bezeichnung: string
}

/** @returns a position of the interface as a line; nothing of it is left empty */
export const lineOf = (position: Position, out: number, back: number): Line => ({
  ...emptyLine({
    ...position,
    id: position.pfandartikel_id ?? position.geraet_id ?? "",
    isDevice: position.geraet_id !== null,
  }),
  out: out || null,
  back: back || null,
})

/** A device that is with this customer comes back, any other one goes out. */
export async function readLine(thing: Thing, kundeId: string): Promise<Line> {
  const line = emptyLine(thing)
  if (!thing.isDevice) return line
  const geraet = await call("get", "/api/geraete/{id}", { path: { id: thing.id } })
  if (geraet.status === "beim_kunden" && geraet.kunde_id === kundeId) return { ...line, back: 1 }
  return {
    ...line,
    out: 1,
    ...(geraet.status !== "lager" && { elsewhere: geraet.status }),
    ...(geraet.geprueft_bis && { testedUntil: geraet.geprueft_bis }),
  }
}

/** @returns why no driver will hand a device over on that day, in German */
export const overdueOn = (
  day: string,
  { out, testedUntil }: Pick<Line, "out" | "testedUntil">,
): string | undefined =>
  out && testedUntil && day > testedUntil
    ? `Prüfung an diesem Tag überfällig (geprüft bis ${date(testedUntil)}): der Fahrer darf es nicht abgeben. Vorher prüfen lassen oder beim Gerät freigeben.`
    : undefined

/** Lines of which nothing is counted are offers, and not sent. */
export const isNamed = ({ out, back }: Line): boolean => (out ?? 0) + (back ?? 0) > 0

/** @returns the name of a line in faults that are seen before anything is sent */
export const lineField = (index: number): string => `lines[${index}]`

/** Names under which all lines have faults, those of the service too. It names places, which change with the lines. */
export const LINES = ["lines", "positionen"]

/** @returns whether somebody has chosen it and named no pieces */
export const isUnfilled = (line: Line): boolean => line.isAdded === true && !isNamed(line)

/**
 * Refuses a line without pieces: left out, it would be gone without a word.
 *
 * @param isRefused of a line without pieces; one that was offered or planned may stay empty
 */
export function requirePieces(lines: readonly Line[], isRefused = isUnfilled): void {
  const index = lines.findIndex(isRefused)
  if (index >= 0) throw faultBefore(lineField(index), "Stück eintragen oder die Zeile entfernen")
}

/** `2 × Kasten Bier; 1 × Fass zurück` */
export const linesInWords = (lines: Line[]): string =>
  lines
    .filter(isNamed)
    .flatMap(({ bezeichnung, out, back }) => [
      ...(out ? [countOf(out, bezeichnung)] : []),
      ...(back ? [`${countOf(back, bezeichnung)} zurück`] : []),
    ])
    .join(BETWEEN)
