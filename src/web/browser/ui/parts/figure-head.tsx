import type { ReactNode } from "react"

type Column = string | { text: string; className: string }

/** The head of a table that names a thing in each row, and behind it what is counted of it. */
export const FigureHead = ({ name, figures }: { name: string; figures: readonly Column[] }) => (
  <thead>
    <tr>
      <th scope="col">{name}</th>
      {figures
        .map((column) => (typeof column === "string" ? { text: column, className: "" } : column))
        .map(({ text, className }) => (
          <th key={text} scope="col" className={`figures ${className}`.trim()}>
            {text}
          </th>
        ))}
    </tr>
  </thead>
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
