import { withMemory } from "./memory.ts"

/** Bytes for a pixel of the picture that is made: unpacked, and several times while it is packed. */
const MADE = 18
/** Bytes for a pixel of the picture that came. Of a JPEG only a part is unpacked when it is made smaller. */
const CAME = { jpeg: 2, others: 4 }

/** Advice for a picture of too many pixels. */
export const TOO_MANY =
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
export async function withMemoryFor<T>(
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
  return width * height * ((format === "jpeg" ? CAME.jpeg : CAME.others) + more + MADE * scale ** 2)
}
