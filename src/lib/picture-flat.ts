import { promisify } from "node:util"
import { inflate } from "node:zlib"
import { pngChunks } from "./picture-kind.ts"

const unpack = promisify(inflate)

/** Headers of a BMP, padded to whole words. */
const HEADERS = 56
/** Pixels after which others have their turn: about 2 ms. */
const SLICE = 250_000
const WHITE = 0xffffffff

/** Bytes in memory for each pixel meanwhile: unpacked by the decoder, by zlib, and the result. */
export const FLAT_BYTES = 12

/**
 * Lays a picture on white, like paper. A JPEG has no transparency: it would show the colour that a transparent pixel
 * has all the same, usually black. Call it before the picture is made smaller: that mixes the colour into its edges.
 *
 * @param image what may have transparent pixels, not yet made smaller
 * @returns a BMP without transparency, of the same size
 */
export async function layOnWhite(image: Bun.Image): Promise<Uint8Array> {
  // Unpacked: eight bits each of red, green, blue and alpha, without filters.
  const png = await image.png({ compressionLevel: 0 }).bytes()
  const { width, height } = image
  const data: Buffer[] = []
  for (const chunk of pngChunks(png)) if (chunk.type === "IDAT") data.push(chunk.data)
  const rows = await unpack(Buffer.concat(data))
  if (rows.length !== height * (width * 4 + 1)) throw new Error("not a picture of four channels")
  const bmp = new Uint32Array(HEADERS / 4 + width * height)
  writeHeaders(new DataView(bmp.buffer), width, height)
  const each = Math.max(1, Math.floor(SLICE / width))
  for (let from = 0; from < height; from += each) {
    for (let y = from; y < Math.min(height, from + each); y++) layRow(rows, bmp, y, width)
    await new Promise(setImmediate)
  }
  return new Uint8Array(bmp.buffer)
}

function layRow(rows: Buffer, bmp: Uint32Array, y: number, width: number): void {
  // A row begins with a byte for its filter: none.
  let from = y * (width * 4 + 1) + 1
  if (rows[from - 1] !== 0) throw new Error("a row with a filter")
  const to = HEADERS / 4 + y * width
  for (let x = 0; x < width; x++, from += 4) {
    const alpha = rows[from + 3] ?? 0
    const on = (at: number): number => Math.round(((rows[at] ?? 0) * alpha + 255 * (255 - alpha)) / 255)
    bmp[to + x] = alpha === 0 ? WHITE : (255 << 24) | (on(from) << 16) | (on(from + 1) << 8) | on(from + 2)
  }
}

/** A negative height says that the first row is the upper one. */
function writeHeaders(view: DataView, width: number, height: number): void {
  view.setUint16(0, 0x424d)
  view.setUint32(2, view.byteLength, true)
  view.setUint32(10, HEADERS, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, -height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 32, true)
}
