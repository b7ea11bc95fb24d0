import { DateField } from "../../ui/fields/field.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { isDay } from "../../ui/state/address.ts"
import { useParam } from "../../ui/state/url.ts"
import { useGet } from "../../ui/state/query.ts"
import { addDays } from "../../../../lib/day.ts"
import { date, today } from "../../ui/values/format.ts"

/** What customers had at the end of a day: annual accounts are drawn up when it has long changed. */
export function Stichtag() {
  const [stichtag, setStichtag] = useParam("stichtag", isDay, addDays(`${today().slice(0, 7)}-01`, -1))
  const until = useGet("/api/pfandbuchungen", { query: { bis: stichtag, sort: "lfd_nr", limit: 1 } })
  const isEmpty = until.data?.items.length === 0
  return (
    <section aria-labelledby="stichtag">
      <h2 id="stichtag">Bestand zum Stichtag: was Kunden an einem Tag hatten</h2>
      <p className="muted">
        Je Kunde, Artikel und Gerät: Stück und Pfand am Ende des Tages, wie in den Saldenbestätigungen. Auch
        unter null, und auch Paletten. Was auf dem eigenen Hof steht, gehört nicht dazu.
      </p>
      <div className="field-row">
        <DateField label="Am Ende des" value={stichtag} onChange={(day) => setStichtag(day ?? stichtag)} />
      </div>
      <p className="buttons">
        {isEmpty ? (
          <span role="status">
            Bis zum {date(stichtag)} ist nichts gebucht: Die Tabelle wäre leer. Bitte einen späteren Tag
            wählen.
          </span>
        ) : (
          <FileButton path="/api/export/stichtag" input={{ query: { stichtag } }}>
            Bestände als Tabelle (CSV)
          </FileButton>
        )}
      </p>
    </section>
  )
}
