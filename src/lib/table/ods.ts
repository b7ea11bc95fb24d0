import { type Attributes, type OdsCell, cellOf, shownAs, valueOf } from "./ods-cell.ts"
import { type Handler, readParts } from "./parts.ts"
import { rowOf } from "./sheet.ts"
import type { Sheets } from "./sheets.ts"
import { isAmountText } from "./signs.ts"
import { raisedDigits } from "./texts.ts"
import { FIRST_ROWS, MOST_COLUMNS, type TableMaker } from "./table-maker.ts"

/** Part that holds all sheets of an OpenDocument spreadsheet, as LibreOffice and Google save it. */
export const CONTENT = "content.xml"

/** Most sheets. */
const MOST_SHEETS = 1000

/** @returns the sheets of a spreadsheet; yields often, so that others are served */
export function* readOds(bytes: Uint8Array): Generator<undefined, Sheets> {
  const layout: Layout = { sheets: [], is1904: false }
  yield* readParts(bytes, new Map([[CONTENT, layoutHandler(layout)]]))
  const { sheets, is1904 } = layout
  const shown = [...sheets.entries()].filter(([, { isShown }]) => isShown)
  function* read(makers: readonly TableMaker[], at: readonly number[], most = Infinity) {
    const makerOf = (table: number): TableMaker | undefined => makers[at.indexOf(table)]
    yield* readParts(bytes, new Map([[CONTENT, contentHandler(makerOf, most)]]))
  }
  const places = shown.map(([table]) => table)
  return {
    names: shown.map(([, { name }]) => name),
    hidden: sheets.filter(({ isShown }) => !isShown).map(({ name }) => name),
    is1904,
    survey: (makers) => read(makers, places, FIRST_ROWS),
    read: (sheet, maker) => read([maker], places.slice(sheet, sheet + 1)),
  }
}

/** Counts the sheets: tables of the spreadsheet, not those within a cell or of a text document. */
function tableCounter() {
  let isSpreadsheet = false
  let depth = 0
  let table = -1
  return {
    /** @returns whether a sheet begins */
    open: (name: string): boolean => {
      if (name === "spreadsheet") isSpreadsheet = true
      if (name !== "table" || !isSpreadsheet || ++depth > 1) return false
      table++
      return true
    },
    /** @returns whether a sheet ends */
    close: (name: string): boolean => name === "table" && isSpreadsheet && --depth === 0,
    /** Index of the current sheet; undefined between sheets, and within a table inside a cell. */
    at: (): number | undefined => (depth === 1 ? table : undefined),
  }
}

type Layout = { sheets: { name: string; isShown: boolean }[]; is1904: boolean }

/** @param layout receives the sheets */
function layoutHandler(layout: Layout): Handler {
  const { sheets } = layout
  const tables = tableCounter()
  const hiddenStyles = new Set<string>()
  let style = ""
  return {
    open: (name, attributes) => {
      if (name === "null-date") layout.is1904 = valueOf(attributes, "date-value") === "1904-01-01"
      if (name === "style") style = valueOf(attributes, "name") ?? ""
      if (name === "table-properties" && valueOf(attributes, "display") === "false") hiddenStyles.add(style)
      if (!tables.open(name) || sheets.length >= MOST_SHEETS) return
      const isShown = !hiddenStyles.has(valueOf(attributes, "style-name") ?? "")
      sheets.push({ name: valueOf(attributes, "name") ?? "", isShown })
    },
    close: tables.close,
  }
}

/**
 * @param makerOf the maker for the rows of a sheet; undefined for a sheet that is not read
 * @param most rows that are read of a sheet
 */
function contentHandler(makerOf: (table: number) => TableMaker | undefined, most: number): Handler {
  const tables = tableCounter()
  const styles: Styles = { struck: new Set(), raised: new Set() }
  let style = ""
  let sheet: Handler | undefined
  return {
    open: (name, attributes) => {
      if (name === "style") style = valueOf(attributes, "name") ?? ""
      if (name === "text-properties" && isStruckThrough(attributes)) styles.struck.add(style)
      if (name === "text-properties" && valueOf(attributes, "text-position")?.startsWith("super"))
        styles.raised.add(style)
      if (tables.open(name)) {
        const maker = makerOf(tables.at() ?? -1)
        sheet = maker && tableHandler(maker, most, styles)
      }
      if (tables.at() !== undefined) sheet?.open?.(name, attributes)
    },
    text: (some) => sheet?.text?.(some),
    close: (name) => {
      if (tables.close(name)) sheet = undefined
      else if (tables.at() !== undefined) sheet?.close?.(name)
    },
  }
}

const isStruckThrough = (attributes: Attributes): boolean =>
  (valueOf(attributes, "text-line-through-style") ?? "none") !== "none"

const isCell = (name: string): boolean => name === "table-cell" || name === "covered-table-cell"

/** Names of styles that strike cells through, and of those that raise text. */
type Styles = { struck: Set<string>; raised: Set<string> }

/** @returns a handler that adds the rows of a sheet to its maker */
function tableHandler(maker: TableMaker, most: number, { struck, raised }: Styles): Required<Handler> {
  const text = paragraphs(raised)
  const row = rowOf(maker)
  let zeile = 0
  let column = 0
  let columns = 0
  let times = 1
  let count = 0
  let isHidden = false
  let rowStyle = ""
  let cell: OdsCell | undefined
  const openRow = (attributes: Attributes): void => {
    times = Number(valueOf(attributes, "number-rows-repeated") ?? 1) || 1
    const visibility = valueOf(attributes, "visibility")
    isHidden = visibility === "collapse" || visibility === "filter"
    rowStyle = valueOf(attributes, "default-cell-style-name") ?? ""
    column = 0
  }
  const closeCell = ({
    kind,
    value,
    isFormula,
    times: repeated,
    rows,
    money,
    style = rowStyle,
  }: OdsCell): void => {
    const written = text.take()
    const shown = shownAs(kind, value, written + money)
    const isBlank = isFormula && kind === "" && shown === ""
    // Empty cells are repeated to the end of a sheet.
    const filled = shown !== "" || isBlank ? repeated : 0
    const amount = kind === "currency" || (kind === "float" && isAmountText(written))
    const is = { amount, struck: struck.has(style) }
    for (let i = column; i < column + filled; i++)
      if (isBlank) row.keepFormula(i)
      else row.keep(shown, zeile + 1, i, is)
    if (filled > 0) maker.merged.add(zeile + 1, column, rows)
    column += repeated
    cell = undefined
  }
  const closeRow = (): void => {
    const { cells, isStruck, ...about } = row.take()
    const last = Math.min(times, most - count)
    for (let i = 1; i <= last; i++) {
      if (!maker.add(zeile + i, cells, { ...about, isHidden: isHidden || isStruck })) break
      count++
    }
    zeile += times
  }
  return {
    open: (name, attributes) => {
      if (name === "table-column") columns += hide(maker, attributes, columns)
      else if (name === "table-row") openRow(attributes)
      else if (isCell(name)) cell = cellOf(attributes)
      else if (cell) text.open(name, attributes)
    },
    text: (some) => {
      if (cell) text.text(some)
    },
    close: (name) => {
      if (cell && isCell(name)) closeCell(cell)
      else if (name === "table-row") closeRow()
      else if (cell) text.close(name)
    },
  }
}

/** Tells the maker of hidden columns. @returns how many columns the element stands for */
function hide(maker: TableMaker, attributes: Attributes, from: number): number {
  const times = Number(valueOf(attributes, "number-columns-repeated") ?? 1) || 1
  const visibility = valueOf(attributes, "visibility") ?? "visible"
  if (visibility !== "visible")
    for (let i = from; i < Math.min(from + times, MOST_COLUMNS); i++) maker.hide(i)
  return times
}

/** Collects the paragraphs of a cell, without comments on it. */
function paragraphs(raisedStyles: ReadonlySet<string>) {
  let lines: string[] = []
  /** For each span around the text, whether it raises it. */
  const spans: boolean[] = []
  let inRemark = 0
  let inLine = false
  const add = (some: string): void => {
    if (inLine && inRemark === 0) lines[lines.length - 1] += spans.includes(true) ? raisedDigits(some) : some
  }
  return {
    open: (name: string, attributes: Attributes): void => {
      if (name === "annotation") inRemark++
      else if (name === "p" && inRemark === 0) {
        inLine = true
        lines.push("")
      } else if (name === "span") spans.push(raisedStyles.has(valueOf(attributes, "style-name") ?? ""))
      else if (name === "s") add(" ".repeat(Math.min(100, Number(valueOf(attributes, "c") ?? 1) || 1)))
      else if (name === "tab") add("\t")
      else if (name === "line-break") add("\n")
    },
    text: add,
    close: (name: string): void => {
      if (name === "annotation") inRemark--
      else if (name === "span") spans.pop()
      else if (name === "p" && inRemark === 0) inLine = false
    },
    take: (): string => {
      const taken = lines.join("\n")
      lines = []
      return taken
    },
  }
}
