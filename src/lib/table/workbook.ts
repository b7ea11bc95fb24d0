import { invalid } from "../refusal.ts"
import { type Show, showOf } from "./number-format.ts"
import { CONTENT, readOds } from "./ods.ts"
import { BROKEN, type Handler, partName, readParts, faultOfFile, TOO_LARGE, type Unpacked } from "./parts.ts"
import { type Book, isTrue, sheetHandler } from "./sheet.ts"
import { isAmountFormat } from "./signs.ts"
import { readSheets, type Sheets } from "./sheets.ts"
import { FIRST_ROWS, type Table, type TableMaker, type WantedTable } from "./table-maker.ts"
import { textCollector } from "./texts.ts"

/** Most of a file's name that a message repeats, in UTF-16 units. */
const LONGEST_NAME = 60

/** Parts that name the other parts. */
const ROOT = "_rels/.rels"
const WORKBOOK = "xl/workbook.xml"
/** Limits of the shared texts, which a workbook keeps apart from its cells: UTF-16 units, and number. */
const MOST_TEXT = 32 * 1024 * 1024
const MOST_TEXTS = 1_000_000
const MOST_RELATIONS = 1000
/** Most unpacked bytes for the first rows of all sheets. */
const MOST_SURVEYED = 16 * 1024 * 1024

/**
 * Reads a sheet of a workbook (.xlsx, .ods): values as people see them, and the results of formulas.
 *
 * @param field of the form, for the refusal
 * @returns the table; yields often, so that others are served
 * @throws Refusal invalid for what is no workbook, or too large a one
 */
export function* readWorkbook(
  bytes: Uint8Array,
  field: string,
  wanted: WantedTable,
  most: number,
): Generator<undefined, Table> {
  try {
    if (!hasEnd(bytes)) throw new Error(BROKEN)
    const root = relationsOf("")
    const names = yield* readParts(bytes, new Map([[ROOT, root.handler]]))
    const other = otherKind(names, root.byType)
    if (other) throw invalid(field, other)
    const book = names.has(CONTENT)
      ? yield* readOds(bytes)
      : yield* openBook(bytes, root.byType.get("officeDocument") ?? WORKBOOK)
    return yield* readSheets(book, { field, wanted, most })
  } catch (error) {
    throw invalid(field, faultOfFile(error))
  }
}

/** The list of an archive's files ends with 22 bytes, and a remark of at most 64 KiB, whose length is the last of them. */
const END = Buffer.from("PK\x05\x06")
function hasEnd(bytes: Uint8Array): boolean {
  const last = Buffer.from(bytes.subarray(-(64 * 1024 + 22)))
  const at = last.lastIndexOf(END)
  return at >= 0 && at + 22 <= last.length && at + 22 + last.readUInt16LE(at + 20) <= last.length
}

/** @returns what an archive without a table is, and what to do, in German; undefined for a workbook */
function otherKind(names: ReadonlySet<string>, byType: ReadonlyMap<string, string>): string | undefined {
  const main = byType.get("officeDocument") ?? ""
  if (main.endsWith(".bin") || names.has("xl/workbook.bin"))
    return "ist eine binäre Excel-Datei (.xlsb): bitte in Excel öffnen und als .xlsx speichern"
  if (main.startsWith("word/")) return "ist ein Word-Dokument: bitte die Tabelle in Excel als .xlsx speichern"
  if (main.startsWith("ppt/")) return "ist eine Präsentation: bitte die Tabelle in Excel als .xlsx speichern"
  for (const name of names)
    if (/^index(?:\.zip$|\/)/.test(name) || name.endsWith(".iwa"))
      return "ist eine Datei von Apple Numbers: bitte in Numbers über „Exportieren“ als Excel (.xlsx) speichern"
  const packed = [...names].find((name) => /\.(?:csv|txt|xlsx?|ods)$/.test(name))
  return main === "" && !names.has(WORKBOOK) && packed !== undefined
    ? `ist ein ZIP-Archiv: bitte auspacken und die Tabelle daraus wählen, etwa „${packed.slice(-LONGEST_NAME)}“`
    : undefined
}

type Relations = {
  handler: Handler
  byId: Map<string, { type: string; path: string }>
  byType: Map<string, string>
}

/** @param folder of the part whose relations they are */
function relationsOf(folder: string): Relations {
  const byId = new Map<string, { type: string; path: string }>()
  const byType = new Map<string, string>()
  const open: Handler["open"] = (name, { Id = "", Type = "", Target = "" }) => {
    if (name !== "Relationship" || byId.size >= MOST_RELATIONS) return
    const type = Type.slice(Type.lastIndexOf("/") + 1)
    const path = pathFrom(folder, Target)
    byId.set(Id, { type, path })
    if (!byType.has(type)) byType.set(type, path)
  }
  return { handler: { open }, byId, byType }
}

/** @returns the path of a part that another refers to, as `partName` writes it */
function pathFrom(folder: string, target: string): string {
  const isAbsolute = /^[/\\]/.test(target)
  const steps: string[] = []
  for (const step of partName(isAbsolute ? target : `${folder}/${target}`).split("/")) {
    if (step === "..") steps.pop()
    else if (step !== "" && step !== ".") steps.push(step)
  }
  return steps.join("/")
}

type SheetPart = { name: string; path: string }

/** @param main path of the main part */
function* openBook(bytes: Uint8Array, main: string): Generator<undefined, Sheets> {
  const folder = main.slice(0, Math.max(0, main.lastIndexOf("/")))
  const relations = relationsOf(folder)
  const found: { name: string; id: string; isShown: boolean }[] = []
  let is1904 = false
  const workbook: Handler = {
    open: (name, { name: title = "", state = "visible", date1904 = "0", ...others }) => {
      if (name === "workbookPr") is1904 = isTrue(date1904)
      if (name !== "sheet" || found.length >= MOST_RELATIONS) return
      const id = Object.entries(others).find(([key]) => key.endsWith(":id"))?.[1] ?? ""
      found.push({ name: title, id, isShown: state === "visible" })
    },
  }
  const rels = `${folder}/_rels/${main.slice(main.lastIndexOf("/") + 1)}.rels`
  yield* readParts(
    bytes,
    new Map([
      [main, workbook],
      [partName(rels), relations.handler],
    ]),
  )
  const book: Book = { texts: [], shows: [], amounts: [], strikes: [], is1904 }
  yield* readParts(
    bytes,
    new Map([
      [relations.byType.get("sharedStrings") ?? "", textsHandler(book.texts)],
      [relations.byType.get("styles") ?? "", stylesHandler(book)],
    ]),
  )
  const sheets = found.flatMap(({ id, ...sheet }) => {
    const part = relations.byId.get(id)
    // Other sheets hold a diagram, or an old macro.
    return part?.type === "worksheet" ? [{ ...sheet, path: part.path }] : []
  })
  if (sheets.length === 0) throw new Error(BROKEN)
  const shown = sheets.filter(({ isShown }) => isShown)
  const hidden = sheets.filter(({ isShown }) => !isShown).map(({ name }) => name)
  return sheetsOf(bytes, book, shown, hidden)
}

function sheetsOf(bytes: Uint8Array, book: Book, shown: readonly SheetPart[], hidden: string[]): Sheets {
  function* read(
    sheet: number,
    maker: TableMaker,
    { most, unpacked }: { most?: number; unpacked?: Unpacked } = {},
  ): Generator<undefined, void> {
    const path = shown[sheet]?.path ?? ""
    const handler = sheetHandler(book, maker, most)
    const names = yield* readParts(bytes, new Map([[path, handler]]), unpacked)
    if (!names.has(path)) throw new Error(BROKEN)
  }
  return {
    names: shown.map(({ name }) => name),
    hidden,
    is1904: book.is1904,
    read: (sheet, maker) => read(sheet, maker),
    *survey(makers) {
      const unpacked = { bytes: 0, most: MOST_SURVEYED }
      for (const [i, maker] of makers.entries()) yield* read(i, maker, { most: FIRST_ROWS, unpacked })
    },
  }
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

function stylesHandler({ shows, amounts, strikes, is1904 }: Book): Handler {
  const codes = new Map<number, string>()
  const known = new Map<number, Show>()
  /** By font: whether it is struck through. */
  const struck: boolean[] = []
  let part = ""
  return {
    open: (name, { numFmtId = "0", formatCode = "", fontId = "0", val = "1" }) => {
      if (name === "fonts" || name === "cellXfs") part = name
      if (name === "numFmt" && codes.size < 10_000) codes.set(Number(numFmtId), formatCode.slice(0, 255))
      if (part === "fonts" && name === "font" && struck.length < 10_000) struck.push(false)
      if (part === "fonts" && name === "strike") struck[struck.length - 1] = isTrue(val)
      if (name !== "xf" || part !== "cellXfs" || shows.length >= 100_000) return
      const id = Number(numFmtId)
      shows.push(known.getOrInsertComputed(id, () => showOf(id, codes.get(id), is1904)))
      amounts.push(isAmountFormat(id, codes.get(id)))
      strikes.push(struck[Number(fontId)] ?? false)
    },
    close: (name) => {
      if (name === part) part = ""
    },
  }
}
