import { type Entry, History as Log } from "../../ui/records/history.tsx"
import { date, happened } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import type { Lieferung } from "./plan.ts"

type NameOf = (id: string | null) => string

/** Actions of the log in words. */
const verbs: Record<string, string> = {
  geplant: "Geplant",
  positionen_geaendert: "Positionen geändert",
  gestartet: "Als losgefahren gemeldet",
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
    leavesOut={isUnknownStart}
    renderDetails={(entry) => <Details entry={entry} nameOf={nameOf} />}
  />
)

const valueOf = ({ aenderungen }: Entry, name: string) =>
  aenderungen.find(({ feld }) => feld === name)?.nachher

/** A stop that the office reports afterwards has one moment for start and end (set-off.ts): nobody said when it began. */
function isUnknownStart(entry: Entry, all: readonly Entry[]): boolean {
  // Of an erased person's stops the log has no moment any more.
  const begun = entry.aktion === "lieferungen.gestartet" && valueOf(entry, "gestartet_am")
  return Boolean(begun) && all.some((one) => valueOf(one, "erfasst_am") === begun)
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
  // The values at its creation are those that the page shows, or the later changes name.
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

/** Earlier attempts with day, driver and reason of failure. */
export function Attempts({ lieferung: { id, versuch } }: { lieferung: Lieferung }) {
  const { data } = useGet("/api/lieferungen/{id}/versuche", { path: { id } }, { enabled: versuch > 1 })
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="versuche">
      <h2 id="versuche">Frühere Versuche</h2>
      <ol className="log">
        {items.map((one) => (
          <li key={one.versuch}>
            <p>
              {one.versuch}. Versuch, {date(one.datum)}
              {one.grund && `: ${one.grund}`}
            </p>
            <p className="muted">
              {[one.fahrer_name ?? "Ohne Fahrer", one.erfasst_am && happened(one.erfasst_am)]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
