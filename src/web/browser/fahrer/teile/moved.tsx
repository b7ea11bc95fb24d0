import { Sign } from "./sign.tsx"

const words = { ausgabe: "hin", ruecknahme: "zurück" } as const

/** Pieces that went each way. */
export const Moved = ({ menge, richtung }: { menge: number; richtung: keyof typeof words }) => (
  <span className="bewegt figures">
    <Sign name={richtung === "ausgabe" ? "hin" : "her"} />
    <b>{menge}</b> {words[richtung]}
  </span>
)
