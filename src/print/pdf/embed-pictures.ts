import type { Picture } from "../modell.ts"

/** Pdfkit's picture, with the properties missing in its types. */
type Embedded = PDFKit.Mixins.ImageSrc & {
  embed(doc: PDFKit.PDFDocument): void
  /** Writes a drawing into the file once it is unpacked. */
  finalize?: () => void
}

/** The pictures of a document, as they stand in its file. */
export type Pictures = ReadonlyMap<Picture, PDFKit.Mixins.ImageSrc>

/**
 * Puts pictures into a file before anything is drawn. A drawing with transparency is unpacked on another thread. If
 * drawing went on meanwhile, its place in the file, and so the file's bytes, would depend on how long that takes.
 */
export async function embedPictures(doc: PDFKit.PDFDocument, bilder: Iterable<Picture>): Promise<Pictures> {
  const pictures = new Map<Picture, PDFKit.Mixins.ImageSrc>()
  for (const bild of bilder) {
    const { buffer, byteOffset, byteLength } = bild.bytes
    const picture = open(doc, Buffer.from(buffer, byteOffset, byteLength))
    await embed(doc, picture)
    pictures.set(bild, picture)
  }
  return pictures
}

const open = (doc: PDFKit.PDFDocument, file: Buffer): Embedded =>
  (doc as unknown as { openImage(file: Buffer): Embedded }).openImage(file)

function embed(doc: PDFKit.PDFDocument, picture: Embedded): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const finalize = picture.finalize?.bind(picture)
  if (finalize)
    picture.finalize = () => {
      finalize()
      resolve()
    }
  picture.embed(doc)
  // A photo is there at once.
  if (!finalize) resolve()
  return promise
}
