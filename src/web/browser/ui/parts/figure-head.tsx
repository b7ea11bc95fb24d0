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

/** The head of a table with a name and several figures in each row. */
export const FigureHead = ({ name, figures }: { name: string; figures: readonly Column[] }) => (
  <Head
    columns={[
      name,
      ...figures.map(whole).map((one) => ({ ...one, className: `figures ${one.className}`.trim() })),
    ]}
  />
)

/**
 * The foot of such a table.
 *
 * @param props.columns how many columns the word spans
 * @param props.before cells before the sum
 */
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
