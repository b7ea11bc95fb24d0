import type { ReactNode } from "react"
import { ArtikelSign } from "../parts/artikel-sign.tsx"
import { unbroken } from "../../ui/values/format.ts"

type Props = {
  name: string
  ticked: boolean
  tick: (ticked: boolean) => void
  /** Why it must not be handed over, in German. */
  barred?: string | undefined
  children?: ReactNode
}

/** A device with a checkbox: handed over, or taken along. */
export const Device = ({ name, ticked, tick, barred, children }: Props) => (
  <div className="geraet">
    <label className="haken">
      <ArtikelSign artikel_id={null} />
      <input
        type="checkbox"
        checked={ticked}
        disabled={barred !== undefined}
        onChange={({ target }) => tick(target.checked)}
      />
      <span className="was">{unbroken(name)}</span>
    </label>
    {barred && (
      <p className="verbot" role="note">
        {barred}
      </p>
    )}
    {children}
  </div>
)
