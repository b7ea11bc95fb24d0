import type { ReactNode } from "react"
import { Thing } from "../teile/thing.tsx"

type Props = {
  name: string
  ticked: boolean
  tick: (ticked: boolean) => void
  /** Why it must not be handed over, if that is so. */
  verbot?: string | undefined
  children?: ReactNode
}

/** A device that is handed over or taken along, or not. */
export const Device = ({ name, ticked, tick, verbot, children }: Props) => (
  <div className="geraet">
    <label className="haken">
      <Thing artikel_id={null} />
      <input
        type="checkbox"
        checked={ticked}
        disabled={verbot !== undefined}
        onChange={({ target }) => tick(target.checked)}
      />
      <span className="was">{name}</span>
    </label>
    {verbot && (
      <p className="verbot" role="note">
        {verbot}
      </p>
    )}
    {children}
  </div>
)
