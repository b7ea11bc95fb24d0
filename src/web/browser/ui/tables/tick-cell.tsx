import type { ChangeEvent, FocusEvent } from "react"

/** The ticks of a table, for bulk actions. */
export type TableTicks<I> = {
  has: (id: string) => boolean
  /** @param range also ticks the rows between this one and the last that was ticked */
  set: (id: string, on: boolean, range: boolean) => void
  /** How many of the loaded rows are ticked. */
  how: "none" | "some" | "all"
  setAll: (on: boolean) => void
  /** Name of a row, for screen readers. */
  nameOf: (item: I) => string
}

/** The tick of one row. */
export type RowTick = { name: string; isOn: boolean; set: (on: boolean, range: boolean) => void }

/** Width of the column of ticks, in px. */
export const TICK = 44

export const tickOf = <I extends { id: string }>(ticks: TableTicks<I>, item: I): RowTick => ({
  name: ticks.nameOf(item),
  isOn: ticks.has(item.id),
  set: (on, range) => ticks.set(item.id, on, range),
})

const isRange = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

type CellProps = RowTick & { tabIndex: number; onFocus: (event: FocusEvent) => void }

/** The first cell of a row that can be ticked; all of it takes the pointer. */
export const TickCell = ({ name, isOn, set, tabIndex, onFocus }: CellProps) => (
  <div role="gridcell" className="tick">
    <label>
      <input
        type="checkbox"
        aria-label={`${name} wählen`}
        checked={isOn}
        onChange={(event) => set(event.currentTarget.checked, isRange(event))}
        tabIndex={tabIndex}
        onFocus={onFocus}
      />
    </label>
  </div>
)

/** The head of the ticks: all rows that are there, or none. */
export const TickAll = <I,>({ ticks: { how, setAll } }: { ticks: TableTicks<I> }) => (
  <div role="columnheader" className="tick">
    <label>
      <input
        type="checkbox"
        aria-label="Alle gezeigten wählen"
        checked={how === "all"}
        ref={(box) => {
          if (box) box.indeterminate = how === "some"
        }}
        onChange={() => setAll(how === "none")}
      />
    </label>
  </div>
)
