import { paint } from "../../lib/reencode.ts"

const [WIDTH, HEIGHT] = [480, 360]
/** Half of the thickness of the cross, in pixels. */
const LINE = 8

/** @returns a grey WebP with a cross, to be shown where a picture was lost */
export const placeholder = (): Promise<Uint8Array> =>
  new Bun.Image(paint(WIDTH, HEIGHT, colourAt)).webp({ quality: 50 }).bytes()

function colourAt(x: number, y: number) {
  const along = (x * HEIGHT) / WIDTH
  const isCross = Math.abs(along - y) < LINE || Math.abs(HEIGHT - along - y) < LINE
  return isCross ? ([0x88, 0x88, 0x88] as const) : ([0xdd, 0xdd, 0xdd] as const)
}
