import { shrinkToJpeg } from "../../ui/values/shrink.ts"
import type { NewPhoto } from "../outbox/entry.ts"

/** Longest side in pixels, and JPEG's quality: enough to see a damage, at a tenth of a camera's size. */
const LONGEST = 1600
const QUALITY = 0.82

/**
 * Makes a camera's picture small enough for a bad signal.
 *
 * @returns a JPEG, upright, without its metadata
 * @throws Error when it is no picture that this browser reads, or the telephone has no memory left for it: in words
 */
export async function shrink(file: Blob): Promise<Pick<NewPhoto, "bytes" | "type">> {
  const jpeg = await shrinkToJpeg(file, LONGEST, QUALITY)
  return { bytes: await jpeg.arrayBuffer(), type: "image/jpeg" }
}
