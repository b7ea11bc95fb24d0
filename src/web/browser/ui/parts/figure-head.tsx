import type { ReactNode } from "react"

type Column = string | { text: string; className: string }

const whole = (column: Column) => (typeof column === "string" ? { text: column, className: "" } : column)

/** The head of a table: the names of its columns. */
export const Head = ({ columns }: { columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns.map((column) => {
        const { text, className } = whole(column)
        return (
          <th key={text} scope="col" className={className || undefined}>
            {text}
          </th>
        )
      })}
    </tr>
  </thead>
)

/** The head of a table that names a thing in each row, and behind it what is counted of it. */
export const FigureHead = ({ name, figures }: { name: string; figures: readonly Column[] }) => (
  <Head
    columns={[
      name,
      ...figures.map(whole).map((one) => ({ ...one, className: `figures ${one.className}`.trim() })),
    ]}
  />
)

/** The foot of such a table. @param props.columns over which the words go @param props.before further cells before the sum */
export const SumFoot = ({
  sum,
  columns = 2,
  before,
}: {
  sum: string
  columns?: number
  before?: ReactNode
}) => (
  <tfoot>
    <tr>
      <th scope="row" colSpan={columns}>
        Zusammen
      </th>
      {before}
      <td className="figures">
        <strong>{sum}</strong>
      </td>
    </tr>
  </tfoot>
)
