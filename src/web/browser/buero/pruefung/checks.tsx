import { Badge } from "../../ui/parts/badge.tsx"
import { pieces } from "../../ui/values/format.ts"
import type { Pruefung } from "./model.ts"

type Art = Pruefung["fehler"][number]["art"]

/** Comparisons of the proof, in their order. */
const checks: { arten: readonly Art[]; title: string; text: string }[] = [
  {
    arten: ["kette"],
    title: "Das Pfandbuch in sich",
    text: "Jede Buchung ist mit der vorigen verkettet: keine fehlt, keine wurde nachträglich verändert.",
  },
  {
    arten: ["saldo"],
    title: "Konten gegen Pfandbuch",
    text: "Stück und Pfand jedes Kunden ergeben sich aus seinen Buchungen.",
  },
  {
    arten: ["gesamtsaldo"],
    title: "Salden gegen Konten",
    text: "Der Saldo jedes Kunden ist die Summe seiner Konten.",
  },
  {
    arten: ["alter"],
    title: "Alter gegen Pfandbuch",
    text: "Seit wann ein Kunde etwas hat, stimmt mit dem Tag der Ausgabe überein.",
  },
  {
    arten: ["verlauf", "bestand"],
    title: "Tage und Bestände",
    text: "Die Summen jedes Tages und der Bestand jedes Artikels ergeben sich aus den Buchungen.",
  },
  {
    arten: ["abrechnung"],
    title: "Abrechnungen gegen Pfandbuch",
    text: "Jede Buchung steht in genau einer geltenden Abrechnung oder ist noch offen; zusammen ergeben sie den Saldo. Keine Nummer fehlt.",
  },
  {
    arten: ["lager"],
    title: "Eigener Bestand gegen Pfandbuch",
    text: "Was auf dem Hof ist, ergibt sich aus der letzten Inventur, den Buchungen seither, Zukauf und Abgang.",
  },
]

export const Checks = ({ result }: { result: Pruefung | undefined }) => (
  <section aria-labelledby="was-geprueft-wird">
    <h2 id="was-geprueft-wird">Was geprüft wird</h2>
    <ul className="checks">
      {checks.map(({ arten, title, text }) => (
        <li key={title}>
          <div>
            <strong>{title}</strong>
            <p className="muted">{text}</p>
          </div>
          {result && <Outcome count={result.fehler.filter(({ art }) => arten.includes(art)).length} />}
        </li>
      ))}
    </ul>
  </section>
)

const Outcome = ({ count }: { count: number }) =>
  count === 0 ? <Badge tone="good">Stimmt</Badge> : <Badge tone="bad">{`${pieces(count)} Fehler`}</Badge>
