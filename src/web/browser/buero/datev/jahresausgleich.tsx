import { among } from "../../ui/state/address.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { today } from "../../ui/values/format.ts"
import { Advice } from "../../ui/parts/advice.tsx"
import { useParam } from "../../ui/state/url.ts"

/** Years back, as vouchers are kept. */
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
        Das Pfand auf Kästen, Flaschen und Fässer, das am 31.12. bei Kunden war, je Kunde und Steuersatz. Das
        braucht das vereinfachte Verfahren (UStAE 10.1 Abs. 8), das unter „Firma“ als Jahresausgleich
        eingestellt wird: es versteuert diesen Saldo einmal im Jahr. Was schon im Vorjahr versteuert wurde,
        ist davon abzuziehen; die Liste des Vorjahrs zeigt es. Als verloren gebuchte Stücke bleiben darin
        stehen, denn ihr Pfand wurde nicht erstattet; „Davon verloren“ nennt es. Nach einem Wechsel des
        Verfahrens sagt die letzte Spalte, was laufend versteuert wurde, als es ausgegeben wurde: das gehört
        nicht in den Jahresausgleich.
      </p>
      <Advice />
      <div className="field-row">
        <Choice label="Stichtag" value={jahr} onChange={setJahr} options={years} />
      </div>
      <p className="buttons">
        <FileButton path="/api/jahresausgleich/liste.csv" input={{ query: { jahr: Number(jahr) } }}>
          Liste als Tabelle (CSV)
        </FileButton>
      </p>
    </section>
  )
}
