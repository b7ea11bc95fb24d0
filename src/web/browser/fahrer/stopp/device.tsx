import type { ReactNode } from "react"
import { Thing } from "../teile/thing.tsx"

type Props = {
  name: string
  ticked: boolean
  tick: (ticked: boolean) => void
  forbidden?: boolean
  children?: ReactNode
}

/** A device that is handed over or taken along, or not. */
export const Device = ({ name, ticked, tick, forbidden = false, children }: Props) => (
  <div className="geraet">
    <label className="haken">
      <Thing artikel_id={null} />
      <input
        type="checkbox"
        checked={ticked}
        disabled={forbidden}
        onChange={({ target }) => tick(target.checked)}
      />
      <span className="was">{name}</span>
    </label>
    {children}
  </div>
)
