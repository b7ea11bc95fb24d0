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
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error("Dieses Bild kann das Telefon nicht lesen.")
  })
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY))
  if (!blob)
    throw new Error("Das Telefon hat gerade zu wenig Arbeitsspeicher für ein Bild. Bitte noch einmal.")
  return { bytes: await blob.arrayBuffer(), type: "image/jpeg" }
}
