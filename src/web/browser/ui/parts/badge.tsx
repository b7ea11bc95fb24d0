import { nachrichtenstandInWords } from "../../../../lib/felder/versand.ts"
import { type Buchungsart, buchungsartInWords } from "../../../../lib/buchungsart.ts"
import { antwortInWords, geraetestandInWords, klaerungstandInWords } from "../../../../lib/arten.ts"
import { lieferstandInWords } from "../../../../lib/lieferstand.ts"
import { capital } from "../values/format.ts"

/** A state as word and colour. */
type Tone = "plain" | "good" | "warn" | "bad" | "info"
export const Badge = ({ tone = "plain", children }: { tone?: Tone; children: string }) => (
  <span className={`badge ${tone}`}>{children}</span>
)

/** Names of states, as they stand within a sentence. */
const words = {
  lieferung: lieferstandInWords,
  geraet: geraetestandInWords,
  buchung: buchungsartInWords,
  klaerung: klaerungstandInWords,
  antwort: antwortInWords,
  nachricht: nachrichtenstandInWords,
  auftrag: { wartet: "wartet", laeuft: "läuft", fertig: "fertig", gescheitert: "gescheitert" },
  inventur: { offen: "wird gezählt", abgeschlossen: "abgeschlossen", verworfen: "verworfen" },
}
type Thing = keyof typeof words

/** Colours of states; all others are plain. */
const tones: { readonly [T in Thing]: { readonly [S in keyof (typeof words)[T]]?: Tone } } = {
  lieferung: { unterwegs: "info", zugestellt: "good", nicht_zugestellt: "bad" },
  geraet: { beim_kunden: "good", wartung: "warn", verloren: "bad" },
  buchung: { ruecknahme: "good", korrektur_plus: "warn", korrektur_minus: "warn" },
  klaerung: { offen: "warn", gebucht: "good" },
  antwort: { bestaetigt: "good", bestritten: "bad" },
  nachricht: {
    laeuft: "info",
    angenommen: "good",
    teilweise: "warn",
    abgelehnt: "bad",
    unklar: "warn",
  },
  auftrag: { laeuft: "info", fertig: "good", gescheitert: "bad" },
  inventur: { offen: "warn", abgeschlossen: "good" },
}

/** @returns a state by its name, with a capital */
export function stateInWords(of: Thing, value: string): string {
  const text = (words[of] as Record<string, string>)[value]
  return text === undefined ? value : capital(text)
}

/** @returns the states of a thing, to choose from */
export const statesOf = <T extends Thing>(of: T) =>
  Object.keys(words[of]).map((id) => ({
    id: id as keyof (typeof words)[T] & string,
    label: stateInWords(of, id),
  }))

type Kind = { art: Buchungsart; storno_von?: string | null; verlust?: boolean }

/** The kind of a booking; a Storno and a loss are called so, as on paper, whichever correction they are kept as. */
export function BookedAs({ art, storno_von, verlust }: Kind) {
  if (storno_von) return <Badge tone="warn">Storno</Badge>
  return verlust ? <Badge tone="warn">Verlust</Badge> : <State of="buchung" value={art} />
}

/** A state by its name and colour. */
export const State = ({ of, value }: { of: Thing; value: string }) => (
  <Badge tone={(tones[of] as Record<string, Tone>)[value] ?? "plain"}>{stateInWords(of, value)}</Badge>
)
