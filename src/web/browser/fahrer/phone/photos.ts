import { HEIC_ADVICE, isHeic } from "../../../../lib/heic.ts"
import { draw } from "../../ui/values/shrink.ts"
import type { NewPhoto } from "../outbox/entry.ts"

/** Longest side in pixels, and JPEG's quality: enough to see a damage, at a tenth of a camera's size. */
const LONGEST = 1600
const QUALITY = 0.82

/**
 * Makes a camera's picture small enough for a bad signal.
 *
 * @returns a JPEG, upright, without its metadata, on white where it was transparent
 * @throws Error when it is no picture that this browser reads, or the telephone has no memory left for it: in words
 */
export async function shrink(file: Blob): Promise<Pick<NewPhoto, "bytes" | "type">> {
  const bitmap = await createImageBitmap(file).catch(async () => {
    const start = new Uint8Array(await file.slice(0, 16).arrayBuffer())
    throw new Error(isHeic(start) ? HEIC_ADVICE : "Dieses Bild kann das Telefon nicht lesen.")
  })
  const jpeg = await draw(bitmap, LONGEST, { type: "image/jpeg", quality: QUALITY })
  if (!jpeg)
    throw new Error("Das Telefon hat gerade zu wenig Arbeitsspeicher für ein Bild. Bitte noch einmal.")
  return { bytes: await jpeg.arrayBuffer(), type: "image/jpeg" }
}
