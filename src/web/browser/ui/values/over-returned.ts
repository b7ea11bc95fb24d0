import { pieces } from "./format.ts"

/**
 * What a sum over all customers hides: `1.736 draußen, 240 gaben Kunden mehr zurück, als sie bekamen`.
 *
 * @param bestand the sum, from which `over` is subtracted already
 */
export const overReturned = (bestand: number, over: number): string =>
  `${pieces(bestand + over)} draußen, ${pieces(over)} gaben Kunden mehr zurück, als sie bekamen`
