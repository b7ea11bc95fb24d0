import { Sign } from "./signs.tsx"

const words = { ausgabe: "hin", ruecknahme: "zurück" } as const

/** Pieces that went each way. */
export const Moved = ({ menge, direction }: { menge: number; direction: keyof typeof words }) => (
  <span className="bewegt figures">
    <Sign name={direction === "ausgabe" ? "hin" : "her"} />
    <b>{menge}</b> {words[direction]}
  </span>
)
