/** Points of a plot: `tag` as `2026-03-31`. */
export type Point = { tag: string; stand_cent: number }

/** Where the values of a plot lie: its lower and upper edge, and lines at round numbers between. */
type Scale = { from: number; to: number; ticks: number[] }

/** About how many sections a plot's height is divided into. */
const SECTIONS = 3
/** The steps that people count in. */
const ROUND = [1, 2, 2.5, 5, 10]

/**
 * @returns a scale from zero; where all values are so high that the line would be flat, from a round number below them
 */
export function scaleOf(values: number[]): Scale {
  const high = Math.max(0, ...values)
  const least = Math.min(...values)
  const low = least > high * 0.5 && values.length > 0 ? least : Math.min(0, least)
  const rough = Math.max((high - (Number.isFinite(low) ? low : 0)) / SECTIONS, 100)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (ROUND.find((one) => one * power >= rough) ?? 10) * power
  const from = Math.floor((Number.isFinite(low) ? low : 0) / step) * step
  const to = Math.max(Math.ceil(high / step) * step, from + step)
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)
  return { from, to, ticks }
}

/** @returns how high a value lies, 0 at the lower edge and 1 at the upper */
export const heightOf = (value: number, { from, to }: Scale): number => (value - from) / (to - from)

/** @returns at most `most` of the items at equal distances, the last one always among them */
export function thinned<P>(items: P[], most: number): P[] {
  const every = Math.max(1, Math.ceil(items.length / most))
  return items.filter((_, i) => (items.length - 1 - i) % every === 0)
}
