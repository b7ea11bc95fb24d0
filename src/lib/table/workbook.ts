import { invalid } from "../refusal.ts"
import { type NumberFormat, formatOf } from "./number-format.ts"
import { BROKEN, type Handler, readParts, saysOf, TOO_LARGE } from "./parts.ts"
import { type Book, sheetHandler } from "./sheet.ts"
import { type Table, TableMaker } from "./table-maker.ts"
import { textCollector } from "./texts.ts"

const WORKBOOK = "xl/workbook.xml"
const RELATIONS = "xl/_rels/workbook.xml.rels"
/** Most shared texts, in UTF-16 units and by number: a workbook keeps them apart from its cells. */
const MOST_TEXT = 32 * 1024 * 1024
const MOST_TEXTS = 1_000_000

/**
 * Reads the first sheet of a workbook (.xlsx): values as a person sees them, of formulas what they came to.
 *
 * @param field of the form, for the refusal
 * @returns the table; yields wherever others may come in between
 * @throws Refusal invalid for what is no workbook, or too large a one
 */
export function* readWorkbook(bytes: Uint8Array, field: string, most?: number): Generator<undefined, Table> {
  try {
    if (!hasEnd(bytes)) throw new Error(BROKEN)
    const { parts, sheet, is1904 } = yield* layoutOf(bytes)
    const book: Book = { texts: [], formats: [], is1904 }
    yield* readParts(
      bytes,
      new Map([
        [parts.get("sharedStrings") ?? "", textsHandler(book.texts)],
        [parts.get("styles") ?? "", stylesHandler(book.formats)],
      ]),
    )
    const maker = new TableMaker(field, "xlsx", most)
    const found = yield* readParts(bytes, new Map([[sheet, sheetHandler(book, maker)]]))
    if (found.size === 0) throw new Error(BROKEN)
    return maker.finish()
  } catch (error) {
    throw invalid(field, saysOf(error))
  }
}

/** The list of an archive's files ends with 22 bytes, and a remark of at most 64 KiB, whose length is the last of them. */
const END = Buffer.from("PK\x05\x06")
function hasEnd(bytes: Uint8Array): boolean {
  const last = Buffer.from(bytes.subarray(-(64 * 1024 + 22)))
  const at = last.lastIndexOf(END)
  return at >= 0 && at + 22 <= last.length && at + 22 + last.readUInt16LE(at + 20) <= last.length
}

/** @returns where the first sheet that is shown stands, and what belongs to it */
function* layoutOf(
  bytes: Uint8Array,
): Generator<undefined, { parts: Map<string, string>; sheet: string; is1904: boolean }> {
  const parts = new Map<string, string>()
  let sheet: string | undefined
  let is1904 = false
  const workbook: Handler = {
    open: (name, { "r:id": id, state = "visible", date1904 = "0", ...others }) => {
      if (name === "workbookPr") is1904 = date1904 === "1" || date1904 === "true"
      if (name === "sheet" && state === "visible")
        sheet ??= id ?? Object.entries(others).find(([key]) => key.endsWith(":id"))?.[1]
    },
  }
  const relations: Handler = {
    open: (name, { Id = "", Type = "", Target = "" }) => {
      if (name !== "Relationship" || parts.size > 1000) return
      const path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`
      parts.set(Id, path)
      parts.set(Type.slice(Type.lastIndexOf("/") + 1), path)
    },
  }
  yield* readParts(
    bytes,
    new Map([
      [WORKBOOK, workbook],
      [RELATIONS, relations],
    ]),
  )
  const path = parts.get(sheet ?? "")
  if (path === undefined) throw new Error(BROKEN)
  return { parts, sheet: path, is1904 }
}

function textsHandler(texts: string[]): Handler {
  const text = textCollector()
  let length = 0
  return {
    open: text.open,
    text: text.text,
    close: (name) => {
      text.close(name)
      if (name !== "si") return
      const value = text.take()
      length += value.length
      if (length > MOST_TEXT || texts.length >= MOST_TEXTS) throw new Error(TOO_LARGE)
      texts.push(value)
    },
  }
}

function stylesHandler(formats: NumberFormat[]): Handler {
  const codes = new Map<number, string>()
  let isInCells = false
  return {
    open: (name, { numFmtId = "0", formatCode = "" }) => {
      if (name === "numFmt" && codes.size < 10_000) codes.set(Number(numFmtId), formatCode.slice(0, 200))
      if (name === "cellXfs") isInCells = true
      if (name === "xf" && isInCells && formats.length < 100_000)
        formats.push(formatOf(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close: (name) => {
      if (name === "cellXfs") isInCells = false
    },
  }
}
