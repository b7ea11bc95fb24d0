import type { ReactNode } from "react"

type Props = {
  label: string
  /** Left out while the total is not known. */
  counts?: { done: number; of: number } | undefined
  /** How far it is, in words. */
  children: ReactNode
}

/** A long job under way. */
export const Progress = ({ label, counts, children }: Props) => (
  <div className="stack">
    <progress aria-label={label} {...(counts && { max: Math.max(1, counts.of), value: counts.done })} />
    <p className="muted" role="status">
      {children}
    </p>
  </div>
)
