import { call } from "../api/call.ts"
import { faultBefore } from "../api/fault.ts"
import { BETWEEN, countOf } from "../values/contents.ts"
import { date } from "../values/format.ts"
import type { Thing } from "../state/thing.ts"

/** One line: an article or one device, how many go out and how many come back. */
export type Line = Thing & {
  out: number | null
  back: number | null
  /** Added by hand, neither planned nor suggested. */
  isAdded?: boolean
  /**
   * Pieces that were planned to come back; shown beside the field, which is not filled in, as they have to be counted.
   */
  plannedBack?: number
  /** State of a device that is neither in stock nor with this customer. */
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

/** @returns a position of the service as a line, with an empty field for 0 */
export const lineOf = (position: Position, out: number, back: number): Line => ({
  ...emptyLine({
    ...position,
    id: position.pfandartikel_id ?? position.geraet_id ?? "",
    isDevice: position.geraet_id !== null,
  }),
  out: out || null,
  back: back || null,
})

/** @returns a line for an article or device. A device at this customer comes back, any other goes out */
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

/** @returns whether a line has pieces: without any, it is a suggestion, and not sent */
export const isNamed = ({ out, back }: Line): boolean => (out ?? 0) + (back ?? 0) > 0

/** @returns the name of a line in faults that are found before anything is sent */
export const lineField = (index: number): string => `lines[${index}]`

/**
 * Names under which faults of lines are kept. All are cleared at a change, as the service names lines by their index.
 */
export const LINES = ["lines", "positionen"]

/** @returns whether it was added by hand, and has no pieces yet */
export const isUnfilled = (line: Line): boolean => line.isAdded === true && !isNamed(line)

/**
 * Refuses lines without pieces, which would silently be left out.
 *
 * @param isRefused by default only lines that were added by hand: suggested or planned ones may stay empty
 * @throws ApiFault at the first such line
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
