import type { Geraet } from "./fields.tsx"

/** Moves of a device. */
export type Move = "ausgabe" | "ruecknahme" | "umstellung" | "lager" | "wartung" | "verloren" | "ausgemustert"
type Status = Geraet["status"]

/** The first one is what is usually done next. A retired device never comes back. */
const moves: Record<Status, readonly Move[]> = {
  lager: ["ausgabe", "wartung", "verloren", "ausgemustert"],
  beim_kunden: ["ruecknahme", "umstellung", "verloren"],
  wartung: ["lager", "verloren", "ausgemustert"],
  verloren: ["lager", "ausgemustert"],
  ausgemustert: [],
}

export const movesFrom = (status: Status): readonly Move[] => moves[status]

/** Name of a move, which depends on the device's place. */
export function verbOf(move: Move, from: Status): string {
  if (move === "lager") return from === "verloren" ? "Wiedergefunden" : "Wartung beenden"
  return {
    ausgabe: "Ausgeben",
    ruecknahme: "Zurücknehmen",
    umstellung: "Umstellen",
    wartung: "In die Wartung",
    verloren: "Verloren melden",
    ausgemustert: "Ausmustern",
  }[move]
}
