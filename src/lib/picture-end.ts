import { isJpeg, isPng, pngChunks } from "./picture-kind.ts"

/**
 * Whether a picture is complete. The decoder fills the missing part of a truncated JPEG with grey and accepts
 * a PNG without its last chunk; it refuses truncated WebP itself. Data after the end is fine: phones append a
 * second picture or metadata.
 *
 * @param bytes a JPEG, PNG or WebP, judged by its first bytes
 */
export function isWhole(bytes: Uint8Array): boolean {
  if (isPng(bytes)) return pngChunks(bytes).some(({ type }) => type === "IEND")
  return !isJpeg(bytes) || jpegEnds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
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
