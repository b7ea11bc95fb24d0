import { useAccount } from "../../ui/session/account.tsx"
import { date, moment } from "../../ui/values/format.ts"
import { type Item, useList } from "../../ui/state/list.ts"

type Entry = Item<"/api/protokoll">
type NameOf = (id: string | null) => string

/** Actions of the log; a state of the same name is told as what happened. */
const verbs: Record<string, string> = {
  geplant: "Geplant",
  geaendert: "Geändert",
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

/** Every attempt and every change, with who did it; for those who may read the log. */
export function History({ id, nameOf }: { id: string; nameOf: NameOf }) {
  const { rolle } = useAccount()
  return rolle === "user" ? null : <Changes id={id} nameOf={nameOf} />
}

function Changes({ id, nameOf }: { id: string; nameOf: NameOf }) {
  const { items } = useList(
    "/api/protokoll",
    { query: { tabelle: "lieferungen", datensatz_id: id, limit: 50 } },
    { watch: true },
  )
  if (items.length === 0) return null
  return (
    <section aria-labelledby="verlauf">
      <h2 id="verlauf">Verlauf</h2>
      <ol className="delivery-log">
        {items.map((entry) => (
          <li key={entry.id}>
            <p>
              {verbs[entry.aktion.split(".")[1] ?? ""] ?? entry.aktion} von {entry.mitarbeiter_name}
            </p>
            <Details entry={entry} nameOf={nameOf} />
            <time className="muted" dateTime={entry.erstellt_am}>
              {moment(entry.erstellt_am)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

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
      {reason && <p>{reason}</p>}
      {lines.map((line) => (
        <p key={line} className="muted">
          {line}
        </p>
      ))}
    </>
  )
}
