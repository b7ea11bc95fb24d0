import { among } from "../../ui/state/address.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { date, euro, moment, plural, today } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { TaxAdvice } from "../../ui/parts/tax-advice.tsx"
import { useParam } from "../../ui/state/url.ts"

/** Years to choose from: as long as vouchers have to be kept. */
const YEARS = 8

/** Tax of the simplified procedure at the end of a year: the deposit balance per customer and rate. */
export function Jahresausgleich() {
  const now = Number(today().slice(0, 4))
  const years = Array.from({ length: YEARS }, (_, ago) => String(now - ago)).map((id) => ({
    id,
    label: id === String(now) ? `${id}, Stand heute` : `31.12.${id}`,
  }))
  const [jahr, setJahr] = useParam("jahr", among(years), String(now - 1))
  return (
    <section aria-labelledby="jahresausgleich">
      <h2 id="jahresausgleich">Einmal im Jahr: Pfandsalden am Jahresende</h2>
      <p className="muted">
        Diese Liste brauchen Sie nur im vereinfachten Verfahren (UStAE 10.1 Abs. 8; unter „Firma“ heißt es
        Jahresausgleich). Es versteuert das Pfand nicht laufend, sondern einmal im Jahr nach dem Saldo am
        31.12. Die Liste nennt ihn je Kunde und Steuersatz, für Kästen, Flaschen und Fässer.
      </p>
      <ul className="muted bullets">
        <li>
          Den Saldo aus der Liste des Vorjahrs abziehen, nach der damals versteuert wurde, nicht aus einer
          neuen: was danach in das Vorjahr gebucht wurde, ist noch nicht versteuert.
        </li>
        <li>
          Verlorene Stücke sind im Saldo enthalten, denn ihr Pfand wurde nicht erstattet. Wie viel das ist,
          steht unter „Davon verloren“.
        </li>
        <li>
          Nach einem Wechsel des Verfahrens nennt die letzte Spalte, was schon bei der Ausgabe versteuert
          wurde. Das gehört nicht in den Jahresausgleich.
        </li>
      </ul>
      <TaxAdvice />
      <div className="field-row">
        <Choice label="Stichtag" value={jahr} onChange={setJahr} options={years} />
      </div>
      {[jahr, String(Number(jahr) - 1)].map((one) => (
        <BookedLater key={one} jahr={Number(one)} />
      ))}
      <p className="buttons">
        <FileButton path="/api/jahresausgleich/liste.csv" input={{ query: { jahr: Number(jahr) } }}>
          Liste als Tabelle (CSV)
        </FileButton>
      </p>
    </section>
  )
}

/** What makes a list of a past year another than the one that was saved back then. */
function BookedLater({ jahr }: { jahr: number }) {
  const { data } = useGet("/api/jahresausgleich/nachtrag", { query: { jahr } })
  if (!data || data.anzahl === 0) return null
  const { stichtag, anzahl, summe_cent, zuletzt_am } = data
  return (
    <p>
      {`Nach dem ${date(stichtag)} wurde noch in das Jahr ${jahr} gebucht: ${plural(anzahl, "Buchung", "Buchungen")}, zusammen ${euro(summe_cent)}, zuletzt am ${moment(zuletzt_am)}. Eine Liste, die davor gespeichert wurde, enthält das nicht.`}
    </p>
  )
}
