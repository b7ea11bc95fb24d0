import { useEffect, useEffectEvent, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { moment, plural } from "../values/format.ts"
import { useHotkeys } from "../keys/hotkeys.ts"
import type { EndlessList } from "../state/list.ts"
import { shareOf } from "./column-width.ts"
import type { TableColumn } from "./table-row.tsx"
import { toast } from "../parts/toast.tsx"

/** Longer lists belong into a file: on paper this many rows are 300 pages already. */
const MOST = 10_000
/** How much smaller letters are on paper than on the screen. */
const SMALLER = 0.85
/** Width of the paper's narrow side, and least width of a flexible column, in px. */
const NARROW = 700
const SHARE = 110

/**
 * @returns the present time while the page is being printed, else undefined. The browser prints what is drawn by the
 *   end of the event
 */
function usePrintTime(): string | undefined {
  const [printedAt, setPrintedAt] = useState<string>()
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrintedAt(moment(new Date().toISOString())))
    const end = (): void => setPrintedAt(undefined)
    window.addEventListener("beforeprint", begin)
    window.addEventListener("afterprint", end)
    return () => {
      window.removeEventListener("beforeprint", begin)
      window.removeEventListener("afterprint", end)
    }
  }, [])
  return printedAt
}

/** Strg+P prints only after the rest of the list was read, and what is there was read again. */
function usePrintAll(list: EndlessList<unknown>): void {
  const { items, hasMore, isLoadingMore, error, loadMore, readWhole, isDrawn } = list
  const [, drawAgain] = useState({})
  const isWanted = useRef(false)
  const step = (): void => {
    if (!isWanted.current || !isDrawn()) return
    if (!hasMore || error || items.length >= MOST) {
      isWanted.current = false
      window.print()
    } else if (!isLoadingMore) loadMore()
  }
  const goOn = useEffectEvent(step)
  useEffect(() => goOn())
  const run = (): void => {
    if (hasMore) toast("Die ganze Liste wird für den Druck geladen.")
    // Pages out of sight are older than what the paper says.
    void readWhole().then(() => {
      isWanted.current = true
      drawAgain({})
    })
  }
  useHotkeys([{ key: "p", ctrl: true, does: "Ganze Liste drucken", run }])
}

type Column = Pick<TableColumn<never>, "width">

const fixed = ({ width }: Column): number => (typeof width === "number" ? Math.round(width * SMALLER) : 0)
const shares = ({ width = "1fr" }: Column): number => shareOf(width)

/** @returns how wide each column is on paper, and whether that needs its long side */
function layoutOf(columns: Column[]): { widths: string[]; isWide: boolean } {
  const taken = columns.reduce((sum, column) => sum + fixed(column), 0)
  const parts = columns.reduce((sum, column) => sum + shares(column), 0)
  const widthOf = (column: Column): string =>
    shares(column) === 0
      ? `${fixed(column)}px`
      : `calc((100% - ${taken}px) * ${(shares(column) / parts).toFixed(3)})`
  return { widths: columns.map(widthOf), isWide: taken + parts * SHARE > NARROW }
}

type Props<I> = { label: string; columns: TableColumn<I>[]; list: EndlessList<I> }

/** The list as it is printed: all rows and columns, the names first, nothing cut. */
export function PrintTable<I extends { id: string }>({ label, list, ...props }: Props<I>) {
  const printedAt = usePrintTime()
  usePrintAll(list)
  if (printedAt === undefined) return null
  const { items, hasMore } = list
  const columns = props.columns.filter(({ shortOf }) => shortOf === undefined)
  const isHead = ({ card }: TableColumn<I>): boolean => card === "head"
  const shown = [...columns.filter(isHead), ...columns.filter((column) => !isHead(column))]
  const { widths, isWide } = layoutOf(shown)
  return (
    <table className={isWide ? "print-table wide" : "print-table"} aria-label={label}>
      <caption>
        Stand {printedAt}, {plural(items.length, "Zeile", "Zeilen")}
        {!hasMore && list.isPartlyOld() && " – zum Teil etwas älter: mit Strg+P wird alles neu gelesen"}
        {hasMore && items.length < MOST && " – nur der Anfang der Liste: mit Strg+P wird sie ganz gedruckt"}
        {hasMore && items.length >= MOST && " – nur der Anfang der Liste, die dafür zu lang ist"}
      </caption>
      <thead>
        <tr>
          {shown.map(({ id, label: title, figures }, column) => (
            <th key={id} scope="col" className={figures ? "figures" : ""} style={{ width: widths[column] }}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            {shown.map(({ id, cell, figures }) => (
              <td key={id} className={figures ? "figures" : ""}>
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
