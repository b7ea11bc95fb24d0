import { NOBODY, useDrivers } from "../state/drivers.ts"
import { Choice } from "./field.tsx"

type Props = { label: string; name: string; value: string; onChange: (id: string) => void }

/** Who drives; `NOBODY` for nobody. An old plan may still name somebody who has left. */
export function DriverChoice(props: Props) {
  const { drivers, nameOf } = useDrivers()
  const isKnown = props.value === NOBODY || drivers.some(({ id }) => id === props.value)
  const left = isKnown ? [] : [{ id: props.value, name: nameOf(props.value) || "…" }]
  const options = [{ id: NOBODY, name: "Ohne Fahrer" }, ...left, ...drivers]
  return <Choice {...props} options={options.map(({ id, name }) => ({ id, label: name }))} />
}
