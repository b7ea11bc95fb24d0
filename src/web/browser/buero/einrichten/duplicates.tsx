import { Button } from "../../ui/parts/button.tsx"
import { Segments } from "../../ui/parts/segments.tsx"
import { pieces, plural } from "../../ui/values/format.ts"
import { Head } from "../../ui/parts/figure-head.tsx"
import type { Answers, Checked, Decision } from "./kinds.ts"
import { Details } from "./rows.tsx"

const words: Record<Decision, string> = {
  dieselbe: "ist derselbe",
  neu: "neu anlegen",
  auslassen: "weglassen",
}
const order = ["dieselbe", "neu", "auslassen"] as const

type Props = {
  checked: Pick<Checked, "doppelte" | "doppelte_zahl" | "doppelte_offen">
  answers: Answers
  decide: (answers: Answers) => void
}

/** Rows that may already be stored, beside the records they resemble: somebody decides before anything is written. */
export function Duplicates({ checked: { doppelte, doppelte_zahl, doppelte_offen }, answers, decide }: Props) {
  const answerOf = ({ zeile, antworten }: (typeof doppelte)[number]): Decision | undefined =>
    antworten.find((one) => one === (answers[zeile] ?? answers["*"]))
  const isOffered = (answer: Decision) => doppelte.some(({ antworten }) => antworten.includes(answer))
  return (
    <details className="stack doubles" open>
      <summary>{`${plural(doppelte_zahl, "Zeile gibt", "Zeilen gibt")} es vielleicht schon${doppelte_offen > 0 ? `, ${pieces(doppelte_offen)} noch zu entscheiden` : ""}`}</summary>
      <p className="muted">
        {isOffered("dieselbe") &&
          "Derselbe Eintrag: Was da ist, bekommt die Angaben der Zeile, auch ihre Nummer. "}
        Weglassen: die Zeile wird nicht übernommen.
      </p>
      <div className="answers">
        {order.filter(isOffered).map((one) => (
          <Button key={one} onPress={() => decide({ "*": one })}>
            {`Alle: ${words[one]}`}
          </Button>
        ))}
      </div>
      <div className="wide">
        <table className="plain-table">
          <Head
            columns={[{ text: "Zeile", className: "figures" }, "In der Tabelle", "Schon da", "Was gilt"]}
          />
          <tbody>
            {doppelte.map((one) => (
              <tr key={one.zeile}>
                <td className="figures">{one.zeile}</td>
                <td>
                  <Entry {...one} />
                </td>
                <td>
                  {one.mit.map((other) => (
                    <Entry key={other.id ?? other.zeile} {...other} />
                  ))}
                  <span className="muted">{`Gleich: ${one.gleich.join(", ")}`}</span>
                </td>
                <td>
                  <Segments
                    label={`Was mit Zeile ${one.zeile} geschieht`}
                    value={answerOf(one) ?? ""}
                    onChange={(id) => id !== "" && decide({ ...answers, [one.zeile]: id })}
                    options={order
                      .filter((id) => one.antworten.includes(id))
                      .map((id) => ({ id, label: words[id] }))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {doppelte_zahl > doppelte.length && (
        <p className="muted">{`Die ersten ${doppelte.length} von ${pieces(doppelte_zahl)}; für die übrigen gilt, was für alle gewählt ist.`}</p>
      )}
    </details>
  )
}

type Shown = {
  nummer: string | null
  name: string
  angaben: string[]
  id?: string | null
  zeile: number | null
}

const Entry = ({ nummer, name, angaben, id, zeile }: Shown) => (
  <p>
    {[nummer, name].filter(Boolean).join(" · ")}
    {id === null && <span className="muted">{` (Zeile ${zeile})`}</span>}
    <Details angaben={angaben} />
  </p>
)
