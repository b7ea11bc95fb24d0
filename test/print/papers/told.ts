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

/**
 * @param before what was told already, by its look
 * @param was as it is pinned; it says from which look it is told
 * @returns the lines as they are, or what is not as in another look: `…` says how many lines are as there, `-` how many
 *   of that are not there, and `+` what is
 */
export function encode(
  lines: readonly string[],
  before: readonly (readonly [look: string, lines: readonly string[]])[],
  was?: readonly string[],
): string[] {
  const whole = once(lines)
  const others = before.map(([look, other]) => [`${AS}${look}:`, ...changes(once(other), whole)])
  const [first] = was ?? []
  if (was) return others.find(([as]) => as === first) ?? whole
  const shortest = others.toSorted((a, b) => lengthOf(a) - lengthOf(b))[0]
  return shortest && lengthOf(shortest) < lengthOf(whole) ? shortest : whole
}

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
  let [same, gone] = [0, 0]
  const tell = (line?: string): void => {
    if (same > 0) told.push(`… ${same}`)
    if (gone > 0) told.push(`- ${gone}`)
    same = gone = 0
    if (line !== undefined) told.push(line)
  }
  let [a, b] = [0, 0]
  while (a < from.length || b < to.length) {
    if (a < from.length && b < to.length && from[a] === to[b]) {
      if (gone > 0) tell()
      same++
      a++
      b++
    } else if (b === to.length || (a < from.length && alike[a + 1]![b]! >= alike[a]![b + 1]!)) {
      gone++
      a++
    } else tell(`+ ${to[b++]}`)
  }
  if (gone > 0) tell()
  return told
}
