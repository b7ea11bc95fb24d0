type Column = string | { text: string; className: string }

/** The names of a table's columns. */
export const Head = ({ columns }: { columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns
        .map((column) => (typeof column === "string" ? { text: column, className: undefined } : column))
        .map(({ text, className }) => (
          <th key={text} scope="col" className={className}>
            {text}
          </th>
        ))}
    </tr>
  </thead>
)
