import { useEffect, useState } from "react"
import { linesIn } from "../phone/draft.ts"
import { keep } from "../phone/keep.ts"
import { useDay } from "../phone/use.ts"
import { Discard } from "../parts/discard.tsx"
import { Warning } from "../parts/warning.tsx"
import type { Line } from "./use-counting.ts"
import { unbroken } from "../../ui/values/format.ts"

type UncountedIn = { key: string; zeilen: Line[] }

/** Warns of lines that were not sent before the office ended the count: they are nowhere else. */
export function UnsentCount() {
  const { inventur } = useDay().tag
  const [left, setLeft] = useState<UncountedIn>()
  useEffect(() => {
    findLeft(inventur?.id).then(setLeft, () => {})
  }, [inventur?.id])
  if (!left) return null
  return (
    <Warning title="Hof gezählt, aber nicht abgegeben">
      <p>Diese Zählung ist beendet, und darin fehlt:</p>
      <ul className="liste">
        {left.zeilen.map(({ id, name, menge }) => (
          <li key={id}>
            {unbroken(name)} <strong>{menge || "–"}</strong>
          </li>
        ))}
      </ul>
      <Discard discard={() => keep.remove(left.key).then(() => setLeft(undefined))}>
        Das bekommt dann niemand.
      </Discard>
    </Warning>
  )
}

async function findLeft(id: string | undefined): Promise<UncountedIn | undefined> {
  for (const key of await keep.keys()) {
    if (!key.startsWith("entwurf inventur ") || key.endsWith(` ${id}`)) continue
    const zeilen = await linesIn<Line>(key)
    if (zeilen.length > 0) return { key, zeilen }
  }
  return undefined
}
