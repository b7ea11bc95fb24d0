import type { ReactNode } from "react"
import { Button } from "../parts/button.tsx"
import type { LinesFocus, Row } from "./rows.ts"

type Named = { bezeichnung: string; nummer: string; isDevice: boolean }
type RowOf<L> = Row<L> & { line: L }

/** A column beside the name of a line. */
export type EntryColumn<L> = {
  label: string
  /** Classes of its head and of its cells. */
  head: string
  className: string
  /** Label beside a cell, if there is no room for heads. */
  labelOf?: (row: RowOf<L>) => string
  renderCell: (row: RowOf<L>) => ReactNode
}

type Props<L> = {
  className: string
  focus: LinesFocus
  rows: RowOf<L>[]
  columns: EntryColumn<L>[]
  rowOf: (line: L) => string
  isCounted: (line: L) => boolean
  /** Below the name of a line. */
  renderNotes: (row: RowOf<L>) => ReactNode
}

/** A table of lines to fill in, each with its fault, and a button that removes it. */
export function EntryLines<L extends Named>(props: Props<L>) {
  const { className, focus, rows, columns, rowOf, isCounted, renderNotes } = props
  const { box } = focus
  return (
    <table className={`entry-lines ${className}`} hidden={rows.length === 0}>
      <thead>
        <tr>
          <th scope="col">Artikel oder Gerät</th>
          {columns.map(({ label, head }) => (
            <th key={label} scope="col" className={head}>
              {label}
            </th>
          ))}
          <th scope="col" className="remove">
            <span className="hidden">Entfernen</span>
          </th>
        </tr>
      </thead>
      <tbody ref={box}>
        {rows.map((row) => {
          const { line, field, fault, remove } = row
          const { bezeichnung, nummer, isDevice } = line
          return (
            <tr key={rowOf(line)} className={isCounted(line) ? "counted" : undefined} data-field={field}>
              <th scope="row">
                <span className="name">{bezeichnung}</span>{" "}
                <span className="muted">{isDevice ? `Gerät ${nummer}` : nummer}</span> {renderNotes(row)}
                {fault && (
                  <p className="fault" role="alert">
                    {fault}
                  </p>
                )}
              </th>
              {columns.map((column) => (
                <td key={column.label} className={column.className} data-label={column.labelOf?.(row)}>
                  {column.renderCell(row)}
                </td>
              ))}
              <td className="remove">
                <Button
                  look="quiet"
                  icon="close"
                  label={`${bezeichnung} aus der Liste nehmen`}
                  onPress={remove}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
