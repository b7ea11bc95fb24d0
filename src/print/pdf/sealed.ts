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

/** Where pdfkit hears that an object is written. */
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
 * Only whether it has a parent (P) is asked of a cell that is written; but the page that it stands on would keep all of
 * it to the end.
 */
const FORGOTTEN = { P: true }

/** Forgets what reading aloud needs of each cell and row once it is written: a long table has hundreds of thousands. */
export function forgetWritten(doc: PDFKit.PDFDocument): void {
  const hearing = doc as unknown as { [WRITTEN]: (ref: Reference) => void }
  const written = hearing[WRITTEN].bind(hearing)
  hearing[WRITTEN] = (ref) => {
    const { data } = ref
    if (typeof data === "object" && data !== null && "S" in data && "P" in data) ref.data = FORGOTTEN
    written(ref)
  }
}
