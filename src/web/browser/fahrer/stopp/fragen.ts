import { isTouched } from "../phone/entered.ts"
import type { Blatt, Draft, Zeile } from "./form.ts"
import type { Richtung } from "./plan.ts"

/** A line that a question is about, and what its figure is held against. */
export type Posten = { zeile: Zeile; richtung: Richtung; hinweis: string }

/** Question before a stop is completed, with its subject and answer. */
export type Frage = {
  titel: string
  posten: Posten[]
  text?: string
  ja: string
  nein: string
  /** Whether reporting a failure is the better answer. */
  gehtNicht: boolean
}

/** Asked about from this number of pieces on where nothing was planned and nothing is usual. */
const MANY = 50

/** @returns what has to be asked before what stands on the screen is sent; the first one that applies */
export function questionOf(blatt: Blatt, draft: Draft): Frage | undefined {
  const shared = { nein: "Noch einmal zählen", gehtNicht: false }
  const geplant = blatt.ausgabe.filter(({ soll }) => soll > 0)
  const nichtAbgegeben = geplant.map(outOf)
  if ([...blatt.ausgabe, ...blatt.ruecknahme].every(({ menge }) => menge === 0))
    return {
      titel: "Nichts abgegeben, nichts zurück?",
      posten: nichtAbgegeben,
      text: "Ging es nicht, bitte „Geht nicht“ tippen und den Grund sagen: Dann plant das Büro neu.",
      ja: "Ja, fertig ohne alles",
      nein: "Noch einmal zählen",
      gehtNicht: true,
    }
  if (geplant.length > 0 && geplant.every(({ menge }) => menge === 0))
    return { ...shared, titel: "Nichts abgegeben?", posten: nichtAbgegeben, ja: "Ja, nur zurück" }
  const posten = surprises(blatt)
  if (posten.length > 0) return { ...shared, titel: "Stimmt das so?", posten, ja: "Ja, so ist es" }
  // The thumb that opened it may have hit twice: what nobody touched is read once before it is booked.
  if (isTouched(draft)) return undefined
  const text = "Nichts zurück."
  return {
    ...shared,
    titel: "Alles wie geplant?",
    posten: blatt.ausgabe.map(outOf),
    text,
    ja: "Ja, so ist es",
  }
}

const outOf = (zeile: Zeile): Posten => ({ zeile, richtung: "ausgabe", hinweis: `geplant ${zeile.soll}` })

const backOf = (zeile: Zeile): Posten => {
  const hinweis = zeile.soll > 0 ? `geplant ${zeile.soll}` : `üblich ${zeile.ueblich}`
  return { zeile, richtung: "ruecknahme", hinweis }
}

/** @returns what is more than three times what was planned or is usual: asked about, never refused */
const surprises = ({ ausgabe, ruecknahme }: Blatt): Posten[] => [
  ...ausgabe.filter(({ menge, soll }) => isMuch(menge, soll)).map(outOf),
  ...ruecknahme.filter(({ menge, soll, ueblich }) => isMuch(menge, Math.max(soll, ueblich))).map(backOf),
]

const isMuch = (menge: number, basis: number): boolean => (basis > 0 ? menge > 3 * basis : menge > MANY)
