/** A state as word and colour. */
type Tone = "plain" | "good" | "warn" | "bad" | "info"
export const Badge = ({ tone = "plain", children }: { tone?: Tone; children: string }) => (
  <span className={`badge ${tone}`}>{children}</span>
)

/** Names and colours of states: the one place for them. */
const words = {
  lieferung: {
    geplant: ["Geplant", "plain"],
    unterwegs: ["Unterwegs", "info"],
    zugestellt: ["Zugestellt", "good"],
    nicht_zugestellt: ["Nicht zugestellt", "bad"],
    storniert: ["Storniert", "plain"],
  },
  geraet: {
    lager: ["Im Lager", "plain"],
    beim_kunden: ["Beim Kunden", "good"],
    wartung: ["In Wartung", "warn"],
    verloren: ["Verloren", "bad"],
    ausgemustert: ["Ausgemustert", "plain"],
  },
  buchung: {
    anfangsbestand: ["Anfangsbestand", "plain"],
    ausgabe: ["Ausgabe", "plain"],
    ruecknahme: ["Rücknahme", "good"],
    korrektur_plus: ["Korrektur +", "warn"],
    korrektur_minus: ["Korrektur −", "warn"],
  },
  klaerung: {
    offen: ["Offen", "warn"],
    gebucht: ["Gebucht", "good"],
    verworfen: ["Verworfen", "plain"],
  },
  auftrag: {
    wartet: ["Wartet", "plain"],
    laeuft: ["Läuft", "info"],
    fertig: ["Fertig", "good"],
    gescheitert: ["Gescheitert", "bad"],
  },
  inventur: {
    offen: ["Wird gezählt", "warn"],
    abgeschlossen: ["Abgeschlossen", "good"],
    verworfen: ["Verworfen", "plain"],
  },
} as const satisfies Record<string, Record<string, readonly [string, Tone]>>

/** @returns the states of a thing, to choose from */
export const statesOf = <T extends keyof typeof words>(of: T) =>
  Object.entries<readonly [string, Tone]>(words[of]).map(([id, [label]]) => ({
    id: id as keyof (typeof words)[T] & string,
    label,
  }))

/** A state by its name and colour. */
export function State({ of, value }: { of: keyof typeof words; value: string }) {
  const [text, tone] = (words[of] as Record<string, readonly [string, Tone]>)[value] ?? [value, "plain"]
  return <Badge tone={tone}>{text}</Badge>
}
