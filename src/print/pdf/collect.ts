import type { Pause } from "./paper.ts"

/** Bytes of a file that are collected in one piece. */
const BLOCK = 1024 * 1024
/** Lines of the table of objects that are written in one turn. */
const LINES = 5000

/** Takes a line, or bytes as they are. */
const WRITE = "_write"
/** Writes the table of objects and the trailer, once all objects are written. */
const FINALIZE = "_finalize"
const OFFSET = "_offset"
const OFFSETS = "_offsets"
const ROOT = "_root"
const INFO = "_info"
const ID = "_id"

type Data = string | Uint8Array
type Writer = {
  [WRITE]: (data: Data) => void
  [FINALIZE]: () => void
  [OFFSET]: number
  [OFFSETS]: readonly number[]
  [ROOT]: object
  [INFO]: object
  [ID]: Uint8Array
  read(): Uint8Array | null
}

/**
 * Takes the place of pdfkit's stream. A long statement has hundreds of thousands of objects, and pdfkit sends three
 * lines of each through it, one by one, and the table of all of them at its end, in one go.
 *
 * @returns `finish`, to be called once pdfkit has ended: writes the rest in turns, and throws an Error if an object is
 *   missing
 */
export function collect(doc: PDFKit.PDFDocument): {
  finish: (pause: Pause) => Promise<Uint8Array<ArrayBuffer>>
} {
  const writer = doc as unknown as Writer
  const blocks: Buffer[] = []
  let last = Buffer.alloc(0)
  let used = 0
  let length = 0
  const put = (data: Data): void => {
    if (used + data.length > last.length) {
      blocks.push(last.subarray(0, used))
      last = Buffer.allocUnsafeSlow(Math.max(BLOCK, data.length))
      used = 0
    }
    if (typeof data === "string") last.write(data, used, "latin1")
    else last.set(data, used)
    used += data.length
    length += data.length
  }
  for (let part = writer.read(); part; part = writer.read()) put(part)
  writer[WRITE] = (data) => {
    put(typeof data === "string" ? `${data}\n` : data)
    writer[OFFSET] = length
  }
  let isWhole = false
  writer[FINALIZE] = () => {
    isWhole = true
  }
  const finish = async (pause: Pause): Promise<Uint8Array<ArrayBuffer>> => {
    if (!isWhole) throw new Error("an object of the document was not written")
    const begin = length
    const offsets = writer[OFFSETS]
    put(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`)
    for (let at = 0; at < offsets.length; at += LINES) {
      put(
        offsets
          .slice(at, at + LINES)
          .map(lineOf)
          .join(""),
      )
      await pause()
    }
    put(trailerOf(writer, begin))
    const file = new Uint8Array(length)
    let at = 0
    for (const block of [...blocks, last.subarray(0, used)]) {
      file.set(block, at)
      at += block.length
    }
    return file
  }
  return { finish }
}

const lineOf = (offset: number): string => `${String(offset).padStart(10, "0")} 00000 n \n`

function trailerOf(writer: Writer, begin: number): string {
  const id = `<${Buffer.from(writer[ID]).toString("hex")}>`
  const size = writer[OFFSETS].length + 1
  const entries = [`/Size ${size}`, `/Root ${writer[ROOT]}`, `/Info ${writer[INFO]}`, `/ID [${id} ${id}]`]
  return `trailer\n<<\n${entries.join("\n")}\n>>\nstartxref\n${begin}\n%%EOF\n`
}
