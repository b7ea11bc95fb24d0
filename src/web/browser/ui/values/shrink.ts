type Format = { type: "image/jpeg" | "image/webp"; quality: number }

/** Longest side that the service keeps, in pixels. */
const KEPT = 2560

/**
 * Makes a picture small before it is sent: cameras take more pixels than the service decodes and larger files than it
 * takes. Transparency is kept.
 *
 * @returns the file itself where it is small, or where this browser cannot read it: the service says what is wrong then
 */
export async function shrinkForOffice(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const isForeign = !/^image\/(?:jpeg|png|webp)$/.test(file.type)
  if (Math.max(bitmap.width, bitmap.height) <= KEPT && !isForeign) {
    bitmap.close()
    return file
  }
  const isOpaque = file.type === "image/jpeg" || isForeign
  const format: Format = { type: isOpaque ? "image/jpeg" : "image/webp", quality: 0.92 }
  return (await draw(bitmap, KEPT, format)) ?? file
}

/**
 * Draws a picture anew, upright and without its metadata; a JPEG on white where it was transparent.
 *
 * @param bitmap is closed then
 * @param longest side that it may have, in pixels
 * @returns null without memory
 */
export async function draw(
  bitmap: ImageBitmap,
  longest: number,
  { type, quality }: Format,
): Promise<Blob | null> {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext("2d")
  if (context) {
    context.imageSmoothingQuality = "high"
    // A JPEG knows no transparency, and would show black instead.
    context.fillStyle = "white"
    if (type === "image/jpeg") context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
