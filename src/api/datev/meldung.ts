import type { Posten } from "./posten.ts"

/** Something about a settlement, or about all of them. */
export type Meldung = { abrechnung_id: string | null; nummer: string | null; meldung: string }

export const general = (meldung: string): Meldung => ({ abrechnung_id: null, nummer: null, meldung })
export const about = ({ id, nummer }: Posten, meldung: string): Meldung => ({
  abrechnung_id: id,
  nummer,
  meldung,
})
