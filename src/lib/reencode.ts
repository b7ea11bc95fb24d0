import { deflateSync } from "node:zlib"
import { HEIC_ADVICE, isHeic } from "./heic.ts"
import { FLAT_BYTES, layOnWhite } from "./picture-flat.ts"
import { isJpeg, isPng, isWebp, isWhole, mayBeTransparent, orientationOf, stillOf } from "./picture-kind.ts"
import { withMemory } from "./memory.ts"
import { invalid, Refusal } from "./refusal.ts"

export type PictureKind = "jpg" | "webp"
type Picture = { bytes: Uint8Array; breite: number; hoehe: number; kind: PictureKind }

/** Longest edges, in pixels. */
const LARGE = 2560
const PREVIEW = 480
/** Larger is a decompression bomb, not a photo: a PNG of 31 KB can take a gigabyte of memory. */
const MAX_PIXELS = 40e6

const damaged = () => invalid("bild", "ist beschädigt oder nicht vollständig; bitte noch einmal senden")

/** Judges by the first bytes: name and declared type prove nothing. */
function requireKnownKind(bytes: Uint8Array): void {
  if (isJpeg(bytes) || isPng(bytes) || isWebp(bytes)) return
  throw new Refusal(
    "wrong type",
    isHeic(bytes)
      ? HEIC_ADVICE
      : "Das ist kein JPEG-, PNG- oder WebP-Bild: bitte als JPEG speichern und noch einmal senden",
  )
}

/**
 * Re-encodes a picture upright and without metadata (such as the place where it was taken): once at most 2560 pixels
 * long, once as a preview of 480. A JPEG stays one, as WebP takes the processor many times as long. Pictures that may
 * be transparent become WebP, and so does every preview, as telephones load them by the dozen. Only the first frame of
 * an animation is kept.
 *
 * @throws Refusal wrong type for other files, too large for too many pixels, invalid for a damaged picture, unavailable without memory
 */
export async function reencode(sent: Uint8Array): Promise<{ picture: Picture; preview: Picture }> {
  requireKnownKind(sent)
  if (!isWhole(sent)) throw damaged()
  const original = stillOf(sent)
  try {
    const kind = isJpeg(original) ? "jpg" : "webp"
    const picture = await withMemoryFor(original, LARGE, 0, () => encode(original, LARGE, kind, 82))
    // The preview is made from the smaller picture: decoding 40 million pixels again would double the time.
    return { picture, preview: await encode(picture.bytes, PREVIEW, "webp", 75) }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** @returns why a picture could not be decoded, or the error itself when it is no fault of the picture */
function refusalOf(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? ""
  if (code === "ERR_IMAGE_TOO_MANY_PIXELS")
    return new Refusal("too large", `Das Bild hat mehr als 40 Millionen Bildpunkte. ${TOO_MANY}`)
  return code.startsWith("ERR_IMAGE") ? damaged() : error
}

async function encode(
  original: Uint8Array,
  edge: number,
  kind: PictureKind,
  quality: number,
): Promise<Picture> {
  const image = fit(original, edge)
  const bytes = await (kind === "jpg" ? image.jpeg({ quality }) : image.webp({ quality })).bytes()
  return { bytes, breite: image.width, hoehe: image.height, kind }
}

/** A picture that comes upright out of the decoder. */
const open = (original: Uint8Array): Bun.Image =>
  upright(new Bun.Image(original, { maxPixels: MAX_PIXELS }), orientationOf(original))

const fit = (original: Uint8Array, width: number, height = width) =>
  open(original).resize(width, height, { fit: "inside", withoutEnlargement: true })

/** Turns and mirrors as EXIF counts: from 1, which is upright, to 8. */
function upright(image: Bun.Image, orientation: number): Bun.Image {
  const turned = image.rotate([0, 0, 180, 180, 90, 90, 270, 270][orientation - 1] ?? 0)
  return [2, 4, 5, 7].includes(orientation) ? turned.flop() : turned
}

/**
 * A picture for a document: a photo as JPEG, on white where it is transparent; a drawing (a signature, a logo) as PNG,
 * which keeps lines sharp and transparency. Only the first frame of an animation is kept.
 *
 * @param box in pixels, into which it is made to fit: printing a drawing unpacks each of its pixels
 * @throws Refusal wrong type for what is no picture, too large for too many pixels, invalid for a damaged one
 */
export async function toPrintable(
  sent: Uint8Array,
  box: readonly [width: number, height: number],
  kind: "photo" | "drawing",
): Promise<Omit<Picture, "kind">> {
  requireKnownKind(sent)
  const original = stillOf(sent)
  const isLaid = kind === "photo" && mayBeTransparent(original)
  try {
    return await withMemoryFor(original, Math.max(...box), isLaid ? FLAT_BYTES : 0, async () => {
      const image = fit(isLaid ? await layOnWhite(open(original)) : original, ...box)
      const bytes = await (kind === "photo" ? image.jpeg({ quality: 80 }) : image.png()).bytes()
      return { bytes, breite: image.width, hoehe: image.height }
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

export type Colour = readonly [red: number, green: number, blue: number]

/** @returns a PNG (RFC 2083) with the colour of each pixel, from the upper left corner on */
export function paint(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  // A row begins with a byte for its filter: none.
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (width * 3 + 1) + 1 + x * 3)
  const header = Buffer.from([...bytesOf(width), ...bytesOf(height), 8, 2, 0, 0, 0])
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]
  return Buffer.concat([magic, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([bytesOf(data.length), content, bytesOf(Bun.hash.crc32(content))])
}

function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Bytes for a pixel of the picture that is made: unpacked, and several times while it is packed. */
const BYTES_MADE = 18
/** Bytes for a pixel of the picture that was sent. Only a part of a JPEG is unpacked when it is made smaller. */
const BYTES_SENT = { jpeg: 2, others: 4 }

/** Advice for a picture of too many pixels. */
const TOO_MANY =
  "Bitte verkleinern (2560 Bildpunkte an der längeren Seite genügen) oder mit geringerer Auflösung aufnehmen (12 Megapixel) und noch einmal senden"

/**
 * Decodes a picture if there is the memory for it: in a small container the system would end the whole service.
 *
 * @param original a picture that may be damaged: one whose size cannot be read takes none
 * @param edge longest edge of what is made of it, in pixels
 * @param more bytes for each of its pixels that other work on it takes
 * @throws Refusal too large for a picture that this service will never have the memory for, unavailable for one that it
 *   has none for now; and what `decode` throws
 */
async function withMemoryFor<T>(
  original: Uint8Array,
  edge: number,
  more: number,
  decode: () => Promise<T>,
): Promise<T> {
  const need = await needOf(original, edge, more)
  return withMemory(
    need,
    `Für ein Bild mit so vielen Bildpunkten hat der Server zu wenig Arbeitsspeicher. ${TOO_MANY}`,
    decode,
  )
}

async function needOf(original: Uint8Array, edge: number, more: number): Promise<number> {
  const size = await new Bun.Image(original).metadata().catch(() => undefined)
  if (!size) return 0
  const { width, height, format } = size
  const scale = Math.min(1, edge / Math.max(width, height))
  return (
    width *
    height *
    ((format === "jpeg" ? BYTES_SENT.jpeg : BYTES_SENT.others) + more + BYTES_MADE * scale ** 2)
  )
}
