import type { Bild } from "../modell.ts"

/** Pdfkit's picture, with the properties missing in its types. */
type Embedded = PDFKit.Mixins.ImageSrc & {
  embed(doc: PDFKit.PDFDocument): void
  /** Of a drawing: what comes when it was unpacked. */
  finalize?: () => void
}

/** The pictures of a document, as they stand in its file. */
export type Pictures = ReadonlyMap<Bild, PDFKit.Mixins.ImageSrc>

/**
 * Puts pictures into a file before anything is drawn. A drawing with transparency is unpacked on another thread: where
 * it stood in the file, and so the file's bytes, hung on how long that took.
 */
export async function embedPictures(doc: PDFKit.PDFDocument, bilder: Iterable<Bild>): Promise<Pictures> {
  const pictures = new Map<Bild, PDFKit.Mixins.ImageSrc>()
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
