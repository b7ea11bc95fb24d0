import type { Row } from "./measure.ts"

const COLUMNS = [
  "request",
  "at once",
  "service/s",
  "floor/s",
  "ratio",
  "target",
  "p50 ms",
  "p99 ms",
  "cpu µs",
  "floor µs",
]

/** @returns the rows as a table of text, or of Markdown */
export function table(rows: Row[], markdown: boolean): string {
  const cells = rows.map(({ name, atOnce, service, floor, ratio, target }) => [
    name,
    String(atOnce),
    service.perSecond.toFixed(0),
    floor.perSecond.toFixed(0),
    ratio.toFixed(2),
    target === undefined ? "" : `${target.toFixed(2)} ${ratio >= target ? "met" : "MISSED"}`,
    service.p50.toFixed(3),
    service.p99.toFixed(3),
    service.cpu.toFixed(0),
    floor.cpu.toFixed(0),
  ])
  return lines([COLUMNS, ...cells], markdown)
}

function lines(all: string[][], markdown: boolean): string {
  const widths = (all[0] ?? []).map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)))
  const pad = (cell: string, i: number) =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)
  const text = all.map((row) => row.map(pad).join(markdown ? " | " : "  "))
  if (!markdown) return text.join("\n")
  const rule = widths
    .map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`))
    .join(" | ")
  return [text[0] ?? "", rule, ...text.slice(1)].map((line) => `| ${line} |`).join("\n")
}
