import { useState } from "react"
import { DateField } from "../../ui/field.tsx"
import { FileButton } from "../../ui/file-button.tsx"
import { today } from "../../ui/format.ts"

/** For the tax auditor: the tables of a period, provable without this service, and how things are done. */
export function Auditor() {
  const year = Number(today().slice(0, 4))
  const [von, setVon] = useState<string | null>(`${year}-01-01`)
  const [bis, setBis] = useState<string | null>(today())
  return (
    <section aria-labelledby="pruefer">
      <h2 id="pruefer">Für den Prüfer</h2>
      <p className="muted">
        Der Datenzugriff Z3: Pfandbuch, Salden, Abrechnungen, Stammdaten und Protokoll als Tabellen mit
        index.xml, dazu die Belege des Zeitraums. Eine Anleitung darin sagt, wie sich das Pfandbuch ohne
        Pfandwerk nachrechnen lässt. Die Verfahrensdokumentation beschreibt diese Version mit diesen
        Einstellungen.
      </p>
      <div className="datev-row">
        <DateField label="Gebucht vom" value={von} onChange={setVon} />
        <DateField label="bis" value={bis} onChange={setBis} />
      </div>
      <p className="buttons">
        <FileButton
          path="/api/pruefexport"
          input={{ query: { ...(von && { von }), ...(bis && { bis }) } }}
          icon="down"
        >
          Prüferexport (ZIP)
        </FileButton>
        <FileButton path="/api/pruefexport/verfahrensdokumentation.pdf" input={{}}>
          Verfahrensdokumentation
        </FileButton>
      </p>
    </section>
  )
}
