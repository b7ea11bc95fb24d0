import { deflateSync, inflateSync } from "node:zlib"

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** @returns a chunk of a PNG */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([number(data.length), content, number(Bun.hash.crc32(content))])
}

type Layout = { width: number; height: number; bits?: 8 | 16; channels: 1 | 2 | 4 }
const COLOUR_TYPES = { 1: 0, 2: 4, 4: 6 }

/** @returns a PNG whose pixels are given as bytes, a value for each channel; `before` stands before the pixels */
export function pngOf(
  { width, height, bits = 8, channels }: Layout,
  at: (x: number, y: number) => readonly number[],
  ...before: Buffer[]
): Buffer {
  const each = (channels * bits) / 8
  const rows = Buffer.alloc((width * each + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const values = at(x, y).flatMap((value) => (bits === 16 ? [value, value] : [value]))
      rows.set(values, y * (width * each + 1) + 1 + x * each)
    }
  const header = Buffer.from([...number(width), ...number(height), bits, COLOUR_TYPES[channels], 0, 0, 0])
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const chunks = [pngChunk("IHDR", header), ...before, pngChunk("IDAT", deflateSync(rows))]
  return Buffer.concat([magic, ...chunks, pngChunk("IEND", Buffer.alloc(0))])
}

/** @returns red, green, blue and alpha of a pixel */
export async function pixel(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const image = new Bun.Image(picture)
  const png = Buffer.from(await image.png({ compressionLevel: 0 }).bytes())
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const from = y * (image.width * 4 + 1) + 1 + x * 4
  return [...inflateSync(Buffer.concat(data)).subarray(from, from + 4)]
}

/** @returns a WebP of frames, each a still WebP of the same size */
export function moving(width: number, height: number, frames: Uint8Array[]): Buffer {
  const little = (value: number, bytes: number): Buffer => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeUIntLE(value, 0, bytes)
    return buffer
  }
  const chunk = (type: string, data: Buffer) =>
    Buffer.concat([Buffer.from(type), little(data.length, 4), data, Buffer.alloc(data.length & 1)])
  const size = Buffer.concat([little(width - 1, 3), little(height - 1, 3)])
  const content = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", Buffer.concat([Buffer.from([0x12, 0, 0, 0]), size])),
    chunk("ANIM", Buffer.alloc(6)),
    ...frames.map((frame) =>
      chunk("ANMF", Buffer.concat([Buffer.alloc(6), size, Buffer.from([100, 0, 0, 0]), frame.subarray(12)])),
    ),
  ])
  return Buffer.concat([Buffer.from("RIFF"), little(content.length, 4), content])
}
