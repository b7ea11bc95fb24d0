import { Link, useSearch } from "wouter"
import { Icon } from "../parts/icons.tsx"
import { sortAfter, type Sorting, sortOf } from "./sort.ts"
import type { ShownColumn, TableColumn } from "./table-row.tsx"
import { TickAll, type TableTicks } from "./tick-cell.tsx"

type Props<I> = {
  columns: ShownColumn<I>[]
  sorting: Sorting | undefined
  ticks: TableTicks<I> | undefined
}

/** The heads of a table, in two lines if its cells have two. */
export const Head = <I,>({ columns, sorting, ticks }: Props<I>) => (
  <div role="rowgroup" className="table-head">
    <div role="row" aria-rowindex={1} className="table-row">
      {ticks && <TickAll ticks={ticks} />}
      {columns.map(({ under = [], ...column }) => (
        <div
          key={column.id}
          role="columnheader"
          className={column.figures ? "figures" : ""}
          {...(sorting && column.sort && { "aria-sort": sortOf(column.sort, sorting.by) })}
        >
          <Words {...column} sorting={sorting} />
          {under.map(({ id, label }) => (
            <span key={id} className="cut second">
              {label}
            </span>
          ))}
        </div>
      ))}
    </div>
  </div>
)

type WordsProps = Pick<TableColumn<never>, "label" | "sort" | "sortsAt"> & { sorting: Sorting | undefined }

function Words({ label, sort, sortsAt, sorting }: WordsProps) {
  if (sorting && sortsAt) return <Elsewhere label={label} {...sortsAt} />
  if (!sorting || !sort) return <span className="cut">{label}</span>
  return (
    <button type="button" className="cut" onClick={() => sorting.onSort(sortAfter(sort, sorting.by))}>
      {label}
      <Icon name="down" />
    </button>
  )
}

type ElsewhereProps = Pick<TableColumn<never>, "label"> & NonNullable<TableColumn<never>["sortsAt"]>

/** A link to the list that can be sorted by this column, with the same search. */
function Elsewhere({ label, path, sort, name }: ElsewhereProps) {
  const q = new URLSearchParams(useSearch()).get("q")
  return (
    <Link
      href={`${path}?${new URLSearchParams({ ...(q && { q }), sort })}`}
      className="cut"
      title={`In dieser Reihenfolge unter „${name}“`}
    >
      {label}
      <Icon name="down" />
    </Link>
  )
}
