/** What a fault of the proof of the ledger is about. */
export const fehlerarten = [
  "kette",
  "saldo",
  "gesamtsaldo",
  "alter",
  "verlauf",
  "bestand",
  "abrechnung",
  "lager",
] as const

/** Number of faults after which the proof stops: what it has not found by then is not known. */
export const ENOUGH = 100

/** Comparisons of the proof in their order, on its page and in its report: which faults each of them finds. */
export const vergleiche: readonly {
  arten: readonly (typeof fehlerarten)[number][]
  title: string
  text: string
}[] = [
  {
    arten: ["kette"],
    title: "Buchungen lückenlos und unverändert",
    text: "Jede Buchung ist mit der vorigen verkettet: keine fehlt, keine wurde nachträglich verändert.",
  },
  {
    arten: ["saldo"],
    title: "Stück und Pfand der Kunden",
    text: "Stück und Pfand jedes Kunden ergeben sich aus seinen Buchungen.",
  },
  {
    arten: ["gesamtsaldo"],
    title: "Salden der Kunden",
    text: "Der Saldo jedes Kunden ist die Summe seiner Artikel und Geräte.",
  },
  {
    arten: ["alter"],
    title: "Alter des Pfands",
    text: "Seit wann ein Kunde etwas hat, stimmt mit dem Tag der Ausgabe überein.",
  },
  {
    arten: ["verlauf", "bestand"],
    title: "Tage und Bestände",
    text: "Die Summen jedes Tages und der Bestand jedes Artikels ergeben sich aus den Buchungen.",
  },
  {
    arten: ["abrechnung"],
    title: "Abrechnungen",
    text: "Jede Buchung steht in genau einer geltenden Abrechnung oder ist noch offen; zusammen ergeben sie den Saldo. Keine Nummer fehlt.",
  },
  {
    arten: ["lager"],
    title: "Bestand auf dem Hof",
    text: "Was auf dem Hof ist, ergibt sich aus der letzten Inventur, den Buchungen seither, Zukauf und Abgang.",
  },
]
