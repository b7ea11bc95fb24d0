/** How the lines of a paper are kept: short, and so that a person can read what has changed. */

/** @returns a line that stands several times behind each other once */
const once = (lines: readonly string[]): string[] => {
  const runs: [line: string, times: number][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.[0] === line) last[1]++
    else runs.push([line, 1])
  }
  return runs
    .map(([line, times]) => (times > 2 ? `${line}  (× ${times})` : line))
    .flatMap((line, index) => (runs[index]?.[1] === 2 ? [line, line] : [line]))
}

const AS = "as "

/** @returns the look from which it is told, if there is one */
export const baseOf = (told: readonly string[] | undefined): string | undefined =>
  /^as (.*):$/.exec(told?.[0] ?? "")?.[1]

type Told = readonly [look: string, lines: readonly string[]]

/**
 * @param base the look from which it is told, if from one
 * @returns the lines as they are, or what is not as in the other look: `…` says how many lines are as there, `-` that
 *   some are not, and `+` what is
 */
export function tell(lines: readonly string[], base?: Told): string[] {
  return base ? [`${AS}${base[0]}:`, ...changes(once(base[1]), once(lines))] : once(lines)
}

/** @returns the same, from that look from which it is the shortest */
export const tellShortly = (lines: readonly string[], bases: readonly Told[]): string[] =>
  bases
    .map((base) => tell(lines, base))
    .reduce((one, other) => (lengthOf(other) < lengthOf(one) ? other : one), tell(lines))

const lengthOf = (lines: readonly string[]): number => lines.join("").length

/** @returns how one text becomes another, by their longest common part */
function changes(from: readonly string[], to: readonly string[]): string[] {
  // How many lines are alike from each place on.
  const alike = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1))
  for (let a = from.length - 1; a >= 0; a--)
    for (let b = to.length - 1; b >= 0; b--)
      alike[a]![b] =
        from[a] === to[b] ? alike[a + 1]![b + 1]! + 1 : Math.max(alike[a + 1]![b]!, alike[a]![b + 1]!)
  const told: string[] = []
  let same = 0
  let isLess = false
  const push = (line?: string): void => {
    if (same > 0) told.push(`… ${same}`)
    if (isLess) told.push("-")
    same = 0
    isLess = false
    if (line !== undefined) told.push(line)
  }
  let [a, b] = [0, 0]
  while (a < from.length || b < to.length) {
    if (a < from.length && b < to.length && from[a] === to[b]) {
      if (isLess) push()
      same++
      a++
      b++
    } else if (b === to.length || (a < from.length && alike[a + 1]![b]! >= alike[a]![b + 1]!)) {
      isLess = true
      a++
    } else push(`+ ${to[b++]}`)
  }
  if (isLess) push()
  return told
}
