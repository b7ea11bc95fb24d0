/**
 * Many printed documents as one file for a printer. Their pages are taken over as they were kept, byte for byte, so
 * that what is printed later is what was kept, whoever was renamed meanwhile. It reads what print.ts writes (a plain
 * table of objects at the end, the length of each stream in its dictionary), not any PDF.
 */

/** A reference to an object; or a string, in which nothing is one, whatever it looks like. */
const REFERENCE = /\((?:\\.|[^\\()])*\)|(\d+) 0 R/gs

/** The beginning of the name of an embedded font: the same in all our documents, with other letters behind it. */
const SUBSET = /\/[A-Z]{6}\+/g

const CATALOG = 1
const PAGES = 2
const INFO = 3

type Objects = Map<number, { dictionary: string; stream: Buffer }>

/**
 * Structure for reading the pages aloud is left out: this file is for paper.
 *
 * @param erstellt_am ISO 8601 UTC; the same documents make the same bytes
 * @param pdfs each is read when the one before it was written, and no more than one of them is held in memory
 * @returns the file, piece by piece
 */
export function* joinPdfs(
  titel: string,
  erstellt_am: string,
  pdfs: Iterable<Uint8Array>,
): Generator<Uint8Array> {
  const offsets: number[] = []
  const pages: number[] = []
  let written = 0
  let next = INFO + 1
  const keep = (part: Buffer): Buffer => {
    written += part.length
    return part
  }
  const objectOf = (nr: number, dictionary: string, stream: Buffer = Buffer.alloc(0)): Buffer => {
    offsets[nr] = written
    return keep(Buffer.concat([Buffer.from(`${nr} 0 obj\n${dictionary}`, "latin1"), stream, END_OF_OBJECT]))
  }
  yield keep(Buffer.from("%PDF-1.7\n%\xff\xff\xff\xff\n", "latin1"))
  let document = 0
  for (const pdf of pdfs) {
    const { objects, kids } = readPdf(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length))
    const numbers = new Map<number, number>()
    for (const nr of reachable(objects, kids)) numbers.set(nr, next++)
    const prefix = `/${lettersOf(document++)}+`
    const parts: Buffer[] = []
    for (const [old, nr] of numbers) {
      const { dictionary, stream } = objects.get(old) ?? lost(old)
      const renumbered = dictionary
        .replace(REFERENCE, (all, ref?: string) => (ref ? `${numbers.get(Number(ref)) ?? PAGES} 0 R` : all))
        .replace(SUBSET, prefix)
      parts.push(objectOf(nr, renumbered, stream))
    }
    for (const kid of kids) pages.push(numbers.get(kid) ?? lost(kid))
    yield Buffer.concat(parts)
  }
  yield Buffer.concat([
    objectOf(
      CATALOG,
      `<<\n/Type /Catalog\n/Pages ${PAGES} 0 R\n/Lang (de-DE)\n/ViewerPreferences << /DisplayDocTitle true >>\n>>`,
    ),
    objectOf(
      PAGES,
      `<<\n/Type /Pages\n/Count ${pages.length}\n/Kids [${pages.map((nr) => `${nr} 0 R`).join(" ")}]\n>>`,
    ),
    objectOf(INFO, infoOf(titel, erstellt_am)),
  ])
  const table = offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`)
  yield Buffer.from(
    `xref\n0 ${offsets.length}\n0000000000 65535 f \n${table.join("")}trailer\n<<\n/Size ${offsets.length}\n/Root ${CATALOG} 0 R\n/Info ${INFO} 0 R\n>>\nstartxref\n${written}\n%%EOF\n`,
  )
}

const END_OF_OBJECT = Buffer.from("\nendobj\n")

const lost = (what: unknown): never => {
  throw new Error(`not a document of ours: ${what} is missing`)
}

/** @returns its objects by number, and those of its pages in their order */
function readPdf(pdf: Buffer): { objects: Objects; kids: number[] } {
  const tail = pdf.toString("latin1", pdf.lastIndexOf("trailer"))
  const table = Number(/startxref\s+(\d+)/.exec(tail)?.[1] ?? lost("startxref"))
  const places = [...pdf.toString("latin1", table).matchAll(/^(\d{10}) \d{5} ([nf]) ?$/gm)]
    .map(([, offset, state], nr) => ({ nr, offset: Number(offset), used: state === "n" }))
    .filter(({ used }) => used)
    .toSorted((a, b) => a.offset - b.offset)
  const objects: Objects = new Map()
  for (const [index, { nr, offset }] of places.entries()) {
    const begin = pdf.indexOf(" obj\n", offset) + 5
    const body = pdf.subarray(begin, pdf.lastIndexOf("\nendobj", places[index + 1]?.offset ?? table))
    const at = body.indexOf("\nstream\n")
    const split = at < 0 ? body.length : at
    objects.set(nr, { dictionary: body.toString("latin1", 0, split), stream: body.subarray(split) })
  }
  const dictionaryOf = (nr: number): string => (objects.get(nr) ?? lost(nr)).dictionary
  const refer = (text: string, name: string): number =>
    Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1] ?? lost(name))
  const kids = /\/Kids \[([^\]]*)\]/.exec(dictionaryOf(refer(dictionaryOf(refer(tail, "Root")), "Pages")))
  return { objects, kids: refsIn(kids?.[1] ?? lost("Kids")) }
}

const refsIn = (dictionary: string): number[] =>
  [...dictionary.matchAll(REFERENCE)].flatMap(([, ref]) => (ref ? [Number(ref)] : []))

/** The pages and all that they are drawn with; not what describes them to programs that read aloud. */
function reachable(objects: Objects, kids: readonly number[]): Set<number> {
  const found = new Set<number>()
  for (const kid of kids) {
    const page = objects.get(kid) ?? lost(kid)
    page.dictionary = page.dictionary.replace(/\/StructParents \d+\n|\/Tabs \/S\n?/g, "")
  }
  const open = [...kids]
  for (let nr = open.shift(); nr !== undefined; nr = open.shift()) {
    if (found.has(nr)) continue
    found.add(nr)
    const { dictionary } = objects.get(nr) ?? lost(nr)
    open.push(...refsIn(dictionary.replace(/\/Parent \d+ 0 R/, "")))
  }
  return found
}

/** A printer may keep fonts by their names, so each document's font gets another name. */
const lettersOf = (nr: number): string =>
  Array.from({ length: 6 }, (_, place) =>
    String.fromCharCode(65 + (Math.floor(nr / 26 ** (5 - place)) % 26)),
  ).join("")

function infoOf(titel: string, erstellt_am: string): string {
  const utf16 = Buffer.from(`\ufeff${titel}`, "utf16le").swap16().toString("hex")
  const date = erstellt_am.replace(/\D/g, "").slice(0, 14)
  return `<<\n/Producer (Pfandwerk)\n/Creator (Pfandwerk)\n/CreationDate (D:${date}Z)\n/Title <${utf16}>\n>>`
}
