/** Part of a picture. Its length may lie: nothing is read beyond the end. */
type Chunk = { type: string; data: Buffer }

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  bufferOf(bytes).toString("latin1", from, to)

export const isJpeg = ([first, second, third]: Uint8Array): boolean =>
  first === 0xff && second === 0xd8 && third === 0xff
export const isPng = (bytes: Uint8Array): boolean => latin1(bytes, 0, 8) === "\u0089PNG\r\n\u001a\n"
export const isWebp = (bytes: Uint8Array): boolean =>
  latin1(bytes, 0, 4) === "RIFF" && latin1(bytes, 8, 12) === "WEBP"

/** Each chunk of a PNG: length, type, data, checksum (RFC 2083, 3.2). */
export function* pngChunks(bytes: Uint8Array): Generator<Chunk> {
  const file = bufferOf(bytes)
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const end = at + 8 + file.readUInt32BE(at)
    yield { type: file.toString("latin1", at + 4, at + 8), data: file.subarray(at + 8, end) }
  }
}

/** Each chunk of a WebP, or of one of its frames: type, length, data, an even number of bytes (RFC 9649, 2.3). */
export function* webpChunks(bytes: Uint8Array, from = 12): Generator<Chunk & { raw: Buffer }> {
  const file = bufferOf(bytes)
  for (let at = from; at + 8 <= file.length;) {
    const end = at + 8 + file.readUInt32LE(at + 4)
    const next = end + (end & 1)
    const type = file.toString("latin1", at, at + 4)
    yield { type, data: file.subarray(at + 8, end), raw: file.subarray(at, next) }
    at = next
  }
}

/** Whether some pixel may be transparent. */
export function mayBeTransparent(bytes: Uint8Array): boolean {
  if (isPng(bytes)) {
    // Greys and colours with an alpha of their own, or a list of transparent ones.
    if (bytes[25] === 4 || bytes[25] === 6) return true
    return pngHeaders(bytes).some(({ type }) => type === "tRNS")
  }
  if (!isWebp(bytes)) return false
  const [first] = webpChunks(bytes)
  if (first?.type === "VP8X") return ((first.data[0] ?? 0) & 0x10) !== 0
  // Lossless: 8 bits of signature, twice 14 of size, then whether there is alpha.
  return first?.type === "VP8L" && ((first.data[4] ?? 0) & 0x10) !== 0
}

function pngHeaders(bytes: Uint8Array): Chunk[] {
  const chunks: Chunk[] = []
  for (const chunk of pngChunks(bytes)) {
    if (chunk.type === "IDAT") break
    chunks.push(chunk)
  }
  return chunks
}

/**
 * @returns the EXIF orientation of a PNG, 1 to 8, as browsers apply it: only where it stands before the pixels; or that
 *   of a WebP, as telephones show it, though browsers do not. The decoder turns a JPEG by itself
 */
export function orientationOf(bytes: Uint8Array): number {
  const [type, chunks] = isWebp(bytes) ? ["EXIF", [...webpChunks(bytes)]] : ["eXIf", pngHeaders(bytes)]
  const exif = chunks.find((chunk) => chunk.type === type)?.data
  if ((!isPng(bytes) && !isWebp(bytes)) || exif === undefined) return 1
  // Some programs write it as it stands in a JPEG.
  return orientationIn(latin1(exif, 0, 6) === "Exif\0\0" ? exif.subarray(6) : exif)
}

const ORIENTATION = 0x0112
const SHORT = 3

/** Reads the first directory of a TIFF file, in which EXIF is written. */
function orientationIn(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 4)
  if (order !== "II*\0" && order !== "MM\0*") return 1
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = order === "II*\0"
  const short = (at: number): number => (at + 2 <= tiff.length ? view.getUint16(at, little) : 0)
  const directory = tiff.length < 8 ? tiff.length : view.getUint32(4, little)
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.length) return 1
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/**
 * The first frame of a WebP that moves, as a still picture: the decoder takes no others. A PNG that moves needs
 * nothing, as it begins with a still one.
 */
export function stillOf(bytes: Uint8Array): Uint8Array {
  if (!isWebp(bytes)) return bytes
  const chunks = [...webpChunks(bytes)]
  const frame = chunks.find(({ type }) => type === "ANMF")
  return frame ? still(frame.data, chunks.find(({ type }) => type === "EXIF")?.raw) : bytes
}

/** Place (6 bytes), width and height (3 each, less one), duration and flags (4), then the frame's own chunks. */
const FRAME = 16

/** @param exif which says how it stands upright */
function still(frame: Buffer, exif: Uint8Array = new Uint8Array()): Uint8Array {
  const parts = [...webpChunks(frame, FRAME)].filter(({ type }) => /^(?:ALPH|VP8 |VP8L)$/.test(type))
  const flags = exif.length > 0 ? 0x18 : 0x10
  const size = Buffer.concat([Buffer.from([flags, 0, 0, 0]), frame.subarray(6, 12)])
  const head = Buffer.from("VP8X\x0a\0\0\0", "latin1")
  const content = Buffer.concat([Buffer.from("WEBP"), head, size, ...parts.map(({ raw }) => raw), exif])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from("RIFF"), length, content])
}

/**
 * Whether a picture is complete. The decoder fills the missing part of a truncated JPEG with grey and accepts a PNG
 * without its last chunk; it refuses truncated WebP itself. Data after the end is fine: telephones append a second
 * picture or metadata.
 *
 * @param bytes a JPEG, PNG or WebP, judged by its first bytes
 */
export function isWhole(bytes: Uint8Array): boolean {
  if (isPng(bytes)) return pngChunks(bytes).some(({ type }) => type === "IEND")
  return !isJpeg(bytes) || jpegEnds(bufferOf(bytes))
}

const EOI = 0xd9
/**
 * 0xff00 is an escaped data byte, and restart markers separate data: neither has a length (ITU-T T.81,
 * B.1.1).
 */
const isBare = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Walks from marker to marker: a preview in the metadata has an end marker of its own. */
function jpegEnds(bytes: Buffer): boolean {
  let at = bytes.indexOf(0xff, 2)
  while (at >= 0 && at + 4 <= bytes.length) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === EOI) return true
    const size = marker === 0xff ? 1 : isBare(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2)
    at = bytes.indexOf(0xff, at + size)
  }
  return at >= 0 && bytes[at + 1] === EOI
}
