import { deflateSync } from "node:zlib"
import { seeded } from "./words.ts"

/** A phone's photo: twelve million pixels and about four megabytes. */
const [WIDTH, HEIGHT, QUALITY] = [4000, 3000, 92]
/** Drawn smaller and enlarged: noise of single pixels is in no photo. */
const SCALE = 2

/** @returns a JPEG of coloured ground with structure in it, the same each time */
export async function photo(): Promise<Uint8Array> {
  const drawn = png(WIDTH / SCALE, HEIGHT / SCALE)
  return new Bun.Image(drawn).resize(WIDTH, HEIGHT, { fit: "fill" }).jpeg({ quality: QUALITY }).bytes()
}

function png(width: number, height: number): Uint8Array {
  const random = seeded(4)
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0, at = 0; y < height; y++) {
    at++
    for (let x = 0; x < width; x++) {
      const light = 90 + 60 * Math.sin(x / 90) * Math.cos(y / 70) + random(48)
      for (const tint of [1, 0.9, 0.7]) rows[at++] = light * tint
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    magic,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [data.length, Bun.hash.crc32(content)].map((number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(number)
    return bytes
  })
  return Buffer.concat([length as Buffer, content, sum as Buffer])
}
