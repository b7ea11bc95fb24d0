import type { Static } from "@sinclair/typebox"
import type { Position } from "../lieferungen/read.ts"
import type { TourenReply } from "./model.ts"

type Ladung = Static<typeof TourenReply>["touren"][number]["ladung"]
type Planned = Pick<Position, "artikel_art" | "soll_ausgabe" | "soll_ruecknahme">

/** @returns how many crates, single articles and devices these positions plan to take out and to bring back */
export function sumLadung(positionen: Planned[]): Ladung {
  const sum: Ladung = {
    gebinde: 0,
    einzeln: 0,
    geraete: 0,
    gebinde_zurueck: 0,
    einzeln_zurueck: 0,
    geraete_zurueck: 0,
  }
  for (const { artikel_art, soll_ausgabe, soll_ruecknahme } of positionen) {
    const art = artikel_art ?? "geraete"
    sum[art] += soll_ausgabe
    sum[`${art}_zurueck`] += soll_ruecknahme
  }
  return sum
}
