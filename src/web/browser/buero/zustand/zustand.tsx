import { formatGibibytes, formatMebibytes } from "../../../../lib/format.ts"
import type { Answer } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { helpOf } from "../../ui/page/help.ts"
import { Page } from "../../ui/page/page.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { useGet } from "../../ui/state/query.ts"
import { capital, moment, pieces, plural } from "../../ui/values/format.ts"

type Zustand = Answer<"get", "/api/zustand">
type Befund = Zustand["befunde"][number]

const results = {
  gut: { tone: "good", word: "Gut" },
  warnung: { tone: "warn", word: "Warnung" },
  fehler: { tone: "bad", word: "Fehler" },
} as const

/** How the service is, for who operates it. */
export default function ZustandPage() {
  const { data, error } = useGet("/api/zustand", {}, { watch: true })
  return (
    <Page title="Zustand">
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      {data ? <State zustand={data} /> : <div className="report skeleton" aria-busy="true" />}
    </Page>
  )
}

function State({ zustand }: { zustand: Zustand }) {
  const { befunde, sicherungen } = zustand
  const isSound = befunde.every(({ ergebnis }) => ergebnis === "gut")
  return (
    <div className="report">
      <section aria-label="Ergebnis">
        <p className={isSound ? "figure" : "figure bad"}>{headline(befunde)}</p>
        <p className="muted">
          Eben angesehen. Datenbank, Pfandbuch und Bilder prüft jede Sicherung ganz.{" "}
          <a href={helpOf("/zustand")}>Was zu tun ist, wenn etwas fehlt</a>
        </p>
      </section>
      <section aria-labelledby="befunde">
        <h2 id="befunde">Geprüft</h2>
        <ul className="checks">
          {befunde.map(({ pruefung, ergebnis, text, seit }) => (
            <li key={pruefung}>
              <div>
                <strong>{pruefung}</strong>
                <p className="muted">{capital(text)}</p>
                {ergebnis !== "gut" && seit && <p className="muted">Seit {moment(seit)}</p>}
              </div>
              <Badge tone={results[ergebnis].tone}>{results[ergebnis].word}</Badge>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="dienst">
        <h2 id="dienst">Der Dienst</h2>
        <FactList rows={factsOf(zustand)} />
      </section>
      <section aria-labelledby="sicherungen">
        <h2 id="sicherungen">Die neuesten Sicherungen</h2>
        {sicherungen.length === 0 && (
          <p className="muted">Im Ordner der Sicherungen liegt keine dieser Anlage.</p>
        )}
        <FactList
          rows={sicherungen.map(({ gemacht_am, bytes }) => [moment(gemacht_am), formatMebibytes(bytes)])}
        />
      </section>
    </div>
  )
}

function headline(befunde: Befund[]): string {
  const [faults, warnings] = (["fehler", "warnung"] as const).map(
    (one) => befunde.filter(({ ergebnis }) => ergebnis === one).length,
  ) as [number, number]
  const said = [
    faults > 0 && plural(faults, "Fehler", "Fehler"),
    warnings > 0 && plural(warnings, "Warnung", "Warnungen"),
  ]
  return said.filter(Boolean).join(", ") || "In Ordnung"
}

const refusalInWords = ({ am, antwort }: NonNullable<Zustand["alarm_abgelehnt"]>): string =>
  `Am ${moment(am)} vom Mailserver abgelehnt: ${antwort}`

const factsOf = (zustand: Zustand) =>
  [
    ["Version", zustand.version],
    ["Läuft seit", moment(zustand.gestartet_am)],
    ["Offene Aufträge aller Firmen", pieces(zustand.auftraege_offen)],
    ["Wartende E-Mails, ohne Firmen mit eigenem Mailserver", pieces(zustand.emails_offen)],
    ["Datenbank", formatMebibytes(zustand.datenbank_bytes)],
    ["Freier Platz", formatGibibytes(zustand.frei_bytes)],
    ["Arbeitsspeicher", formatMebibytes(zustand.speicher_bytes)],
    [
      "Herzschlag nach außen",
      zustand.herzschlag ? "Alle fünf Minuten, solange nichts als Fehler gilt" : "Keiner (HERZSCHLAG)",
    ],
    ...(zustand.alarm_abgelehnt
      ? [["E-Mail an den Betreiber (MAIL_OPERATOR)", refusalInWords(zustand.alarm_abgelehnt)] as const]
      : []),
  ] as const
