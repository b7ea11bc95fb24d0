import { deflateSync } from "node:zlib"

const WIDTH = 640
const HEIGHT = 480

/** @returns a PNG of a house with a door, in a colour of its own: there are no photos to ship */
export function drawing(variant: number): Uint8Array {
  const wall = [180 - variant * 12, 120 + variant * 15, 90 + variant * 20] as const
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) rows.set(colour(x, y, wall), y * (WIDTH * 3 + 1) + 1 + x * 3)
  }
  const header = Buffer.concat([number(WIDTH), number(HEIGHT), Buffer.from([8, 2, 0, 0, 0])])
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    magic,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

type Colour = readonly [number, number, number]

function colour(x: number, y: number, wall: Colour): Colour {
  if (y > 420) return [110, 110, 105]
  if (x > 270 && x < 370 && y > 240) return [70, 45, 30]
  if (x > 140 && x < 500 && y > 180) return wall
  if (y > 180 - (180 - Math.abs(x - 320)) * 0.55 && Math.abs(x - 320) < 180) return [120, 50, 40]
  return [170, 200, 225]
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([number(data.length), content, number(Bun.hash.crc32(content))])
}
