import type { ReactNode } from "react"

/** A name and its value; `null` and an empty text are shown as a dash. */
type Fact = readonly [name: string, value: ReactNode]

/** Names and values, one pair below the other. Rows that are `false`, `null` or empty are left out. */
export const FactList = ({ rows }: { rows: readonly (Fact | false | null | undefined | "" | 0)[] }) => (
  <dl className="facts">
    {rows
      .filter((row) => typeof row === "object" && row !== null)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === "" ? <span className="muted">–</span> : value}</dd>
        </div>
      ))}
  </dl>
)
