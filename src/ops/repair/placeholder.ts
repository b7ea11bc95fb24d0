const [WIDTH, HEIGHT] = [480, 360]
/** Half of the thickness of the cross, in pixels. */
const LINE = 8

/** @returns a grey WebP with a cross, to be shown where a picture was lost */
export async function placeholder(): Promise<Uint8Array> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 0xdd)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      if (isCross(x, y)) pixels.fill(0x88, (y * WIDTH + x) * 3, (y * WIDTH + x + 1) * 3)
  return new Bun.Image(Buffer.concat([bitmapHeader(pixels.length), pixels])).webp({ quality: 50 }).bytes()
}

function isCross(x: number, y: number): boolean {
  const along = (x * HEIGHT) / WIDTH
  return Math.abs(along - y) < LINE || Math.abs(HEIGHT - along - y) < LINE
}

/** Header of a BMP with 24 bits a pixel, the simplest format of a picture. @param bytes of its pixels */
function bitmapHeader(bytes: number): Buffer {
  const header = Buffer.alloc(54)
  header.write("BM")
  header.writeUInt32LE(54 + bytes, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(WIDTH, 18)
  header.writeInt32LE(HEIGHT, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return header
}
