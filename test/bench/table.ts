import type { Section } from "./sections.ts"

/** @returns a section as text, or as Markdown */
export function asText({ title, columns, rows }: Section, markdown: boolean): string {
  return `${title}\n\n${lines([columns, ...rows], markdown)}\n`
}

function lines(all: string[][], markdown: boolean): string {
  // Markdown's rule has at least three signs.
  const widths = (all[0] ?? []).map((_, i) => Math.max(3, ...all.map((row) => row[i]?.length ?? 0)))
  const pad = (cell: string, i: number) =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)
  const text = all.map((row) => row.map(pad).join(markdown ? " | " : "  "))
  if (!markdown) return text.join("\n")
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`))
  return [text[0] ?? "", rule.join(" | "), ...text.slice(1)].map((line) => `| ${line} |`).join("\n")
}
