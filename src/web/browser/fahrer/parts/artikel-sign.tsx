import { useDay } from "../phone/use.ts"
import { signOf } from "./kinds.ts"
import { Sign } from "./signs.tsx"

/** The sign of an article, in the colour of its kind. @param artikel_id null for a device */
export function ArtikelSign({ artikel_id }: { artikel_id: string | null }) {
  const artikel = useDay().artikel.get(artikel_id ?? "")
  const name = artikel_id === null ? "geraet" : artikel ? signOf(artikel) : "karton"
  return (
    <span className={`ding ${name}`}>
      <Sign name={name} />
    </span>
  )
}

const words = { ausgabe: "hin", ruecknahme: "zurück" } as const

/** Pieces in one direction. */
export const Moved = ({ menge, direction }: { menge: number; direction: keyof typeof words }) => (
  <span className="bewegt figures">
    <Sign name={direction === "ausgabe" ? "hin" : "her"} />
    <b>{menge}</b> {words[direction]}
  </span>
)
