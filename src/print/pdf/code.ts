import { encode } from "uqr"
import type { Paper } from "./paper.ts"
import { shade } from "./style.ts"

/**
 * Draws a QR code as areas, so that it is sharp at any size, and is there where pictures are not shown.
 *
 * @param place upper left corner and edge of its modules; the paper around them has to stay white for four of them
 */
export function printCode(
  paper: Paper,
  text: string,
  { x, y, edge }: { x: number; y: number; edge: number },
): void {
  const { size, data } = encode(text, { border: 0, ecc: "M" })
  paper.figure(`QR-Code mit der Adresse ${text}`, (doc) => {
    layOutCode(doc, data, { x, y, dot: edge / size })
    doc.fill(shade(0))
  })
}

/** Lays out a code's dark modules, to be filled: each run is one area, so that no printer leaves a line in it. */
export function layOutCode(
  doc: PDFKit.PDFDocument,
  data: readonly (readonly boolean[])[],
  { x, y, dot }: { x: number; y: number; dot: number },
): void {
  for (const [row, dark] of data.entries())
    for (const [from, length] of runs(dark)) doc.rect(x + from * dot, y + row * dot, length * dot, dot)
}

/** @returns where each run of dark modules begins in a row, and how long it is */
function runs(dark: readonly boolean[]): [from: number, length: number][] {
  const found: [number, number][] = []
  for (const [at, isDark] of dark.entries()) {
    const last = found.at(-1)
    if (isDark && last && last[0] + last[1] === at) last[1]++
    else if (isDark) found.push([at, 1])
  }
  return found
}
