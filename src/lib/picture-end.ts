/**
 * Whether a picture has come to its end. The decoder paints grey what is missing of a JPEG, and takes a PNG without
 * its last chunk; a WebP that was cut short it refuses itself. What follows behind the end is no fault: phones put
 * a second picture or notes of their own there.
 *
 * @param bytes a JPEG, PNG or WebP by its first bytes
 */
export function isWhole(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] === 0xff) return jpegEnds(buffer)
  return buffer[0] === 0x89 ? pngEnds(buffer) : true
}

const EOI = 0xd9
/** 0xff00 is the data's own 0xff; restarts stand between its pieces: neither has a length (ITU-T T.81, B.1.1). */
const isBare = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** From marker to marker, since a preview in the metadata has an end of its own. */
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

/** Each chunk: length, type, data, checksum (RFC 2083, 3.2). */
function pngEnds(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return true
  }
  return false
}
