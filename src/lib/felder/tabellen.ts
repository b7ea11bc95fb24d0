import type { Felder } from "./feld.ts"
import { artikelfelder } from "./artikel.ts"
import { geraetefelder } from "./geraet.ts"
import { kundenfelder } from "./kunde.ts"
import { mitarbeiterfelder } from "./mitarbeiter.ts"

const declared: Readonly<Record<string, Felder>> = {
  kunden: kundenfelder,
  geraete: geraetefelder,
  pfandartikel: artikelfelder,
  mitarbeiter: mitarbeiterfelder,
}

/** @returns what a table's field says of itself, where it is declared */
export const feldOf = (tabelle: string, feld: string) => declared[tabelle]?.[feld]
