import { type Entry, History as Log } from "../../ui/records/history.tsx"
import { date } from "../../ui/values/format.ts"

type NameOf = (id: string | null) => string

/** Actions of the log; a state of the same name is told as what happened. */
const verbs: Record<string, string> = {
  geplant: "Geplant",
  positionen_geaendert: "Positionen geändert",
  gestartet: "Losgefahren",
  zugestellt: "Zugestellt",
  nicht_zugestellt: "Nicht zugestellt",
  neu_geplant: "Neu geplant",
  storniert: "Abgesagt",
  verschoben: "Verschoben",
  umgeordnet: "Reihenfolge geändert",
  ungeplant_abgeholt: "Ungeplant abgeholt",
}

/** Every attempt and every change, with who did it. */
export const History = ({ id, nameOf }: { id: string; nameOf: NameOf }) => (
  <Log
    tabelle="lieferungen"
    id={id}
    verbs={verbs}
    limit={50}
    renderDetails={(entry) => <Details entry={entry} nameOf={nameOf} />}
  />
)

/** Fields shown in the history: day, driver, reason, plan. */
const shown: Record<string, (value: string | null, nameOf: NameOf) => string> = {
  datum: (value) => date(value),
  fahrer_id: (value, nameOf) => nameOf(value),
  zeit_von: (value) => (value ? `ab ${value}` : ""),
  zeit_bis: (value) => (value ? `bis ${value}` : ""),
  positionen: (value) => value ?? "",
  hinweis: (value) => value ?? "",
}

function Details({ entry: { aktion, aenderungen }, nameOf }: { entry: Entry; nameOf: NameOf }) {
  // The delivery itself shows the values at its creation.
  if (aktion === "lieferungen.geplant" || aktion === "lieferungen.ungeplant_abgeholt") return null
  const reason = aenderungen.find(({ feld, nachher }) => feld === "grund" && nachher)?.nachher
  const lines = aenderungen.flatMap(({ feld, vorher, nachher }) => {
    const words = shown[feld]
    return words ? `${words(vorher, nameOf) || "nichts"} → ${words(nachher, nameOf) || "nichts"}` : []
  })
  return (
    <>
      {reason && <p className="reason">{reason}</p>}
      {lines.map((line) => (
        <p key={line} className="muted">
          {line}
        </p>
      ))}
    </>
  )
}
