/** Parts of pdfkit that its types lack. A reference is an object of the file. */
type Reference = { data: unknown; end(): void }
type Page = {
  content: Reference
  dictionary: { data: { Contents: Reference | Reference[]; StructParents?: number } }
}
type Sealable = {
  /** None before the first. */
  page: Page | null | undefined
  ref(data: unknown): Reference
  getStructParentTree(): { get(key: number): unknown[]; add(key: number, parents: Reference): void }
}

/** pdfkit's method that is called when an object is written. */
const WRITTEN = "_refEnd"

/**
 * Writes what is drawn on the current page, if there is one, packed, so that a document takes no more memory the longer
 * it is. What is drawn there later comes behind it: the foot, which says how many pages there are.
 */
export function sealPage(doc: PDFKit.PDFDocument): void {
  const sealable = doc as unknown as Sealable
  const { page } = sealable
  if (!page) return
  const { data } = page.dictionary
  const drawn = page.content
  drawn.end()
  page.content = sealable.ref({})
  data.Contents = [drawn, page.content]
  if (data.StructParents === undefined) return
  const tree = sealable.getStructParentTree()
  const parents = sealable.ref(tree.get(data.StructParents))
  parents.end()
  tree.add(data.StructParents, parents)
}

/**
 * What is left of a cell: pdfkit only asks whether it has a parent (P), but the cell's page would hold all of it to
 * the end.
 */
const FORGOTTEN = { P: true }

/** Forgets the tags of each cell and row once they are written: a long table has hundreds of thousands of them. */
export function forgetWritten(doc: PDFKit.PDFDocument): void {
  const hearing = doc as unknown as { [WRITTEN]: (ref: Reference) => void }
  const written = hearing[WRITTEN].bind(hearing)
  hearing[WRITTEN] = (ref) => {
    const { data } = ref
    if (typeof data === "object" && data !== null && "S" in data && "P" in data) ref.data = FORGOTTEN
    written(ref)
  }
}
