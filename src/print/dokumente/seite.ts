import { formatCent, formatQuantity } from "../../lib/format.ts"
import type { Bestand, Firma } from "../modell.ts"
import { bezeichnungOf, saldoOf } from "./letter-parts.ts"

/** What a document shows, for the page of a link: words as on paper, and no markup. */
export type Belegseite = {
  firma: string
  /** Whom to ask: address, telephone, e-mail. */
  kontakt: string[]
  /** Facts above the tables, as on paper. */
  angaben: (readonly [label: string, value: string])[]
  tabellen: Seitentabelle[]
  /** Sentences below them. */
  saetze: string[]
}

/** All columns but the first two are figures. */
type Seitentabelle = { titel: string; spalten: string[]; zeilen: string[][]; summe: string[] | null }

/** @returns how a company is reached, a line for each way */
export const kontaktOf = ({ strasse, plz, ort, telefon, email }: Firma): string[] =>
  [strasse, [plz, ort].filter(Boolean).join(" "), telefon, email].filter((line): line is string => !!line)

/** @returns holdings as a table, with their sum */
export function bestandTabelle(titel: string, bestaende: readonly Bestand[]): Seitentabelle {
  return {
    titel,
    spalten: ["Nummer", "Bezeichnung", "Stück", "Pfand in €"],
    zeilen: bestaende.map((bestand) => [
      bestand.nummer,
      bezeichnungOf(bestand),
      formatQuantity(bestand.menge),
      formatCent(bestand.wert_cent),
    ]),
    summe: ["", "Saldo", "", formatCent(saldoOf(bestaende))],
  }
}
