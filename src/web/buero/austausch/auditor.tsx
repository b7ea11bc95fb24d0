import { useState } from "react"
import { DateField } from "../../ui/field.tsx"
import { today } from "../../ui/format.ts"
import { Download } from "./download.tsx"

/** What an auditor of the tax office asks for. */
export function Auditor() {
  const [von, setVon] = useState<string | null>(() => `${today().slice(0, 4)}-01-01`)
  const [bis, setBis] = useState<string | null>(() => today())
  const query = { ...(von && { von }), ...(bis && { bis }) }
  return (
    <section aria-labelledby="pruefer">
      <h2 id="pruefer">Für die Betriebsprüfung</h2>
      <p className="muted">
        Alle Buchungen, Salden, Abrechnungen, Belege und Stammdaten eines Zeitraums, lesbar für die
        Prüfprogramme der Finanzverwaltung (Datenzugriff Z3). Darin steht auch, wie sich das Pfandbuch ohne
        Pfandwerk nachrechnen lässt.
      </p>
      <div className="export-period">
        <DateField label="Von" value={von} onChange={setVon} />
        <DateField label="Bis" value={bis} onChange={setBis} />
        <Download path="/api/pruefexport" input={{ query }} isDisabled={!von || !bis || von > bis}>
          Prüferexport (ZIP)
        </Download>
      </div>
      <div>
        <Download path="/api/pruefexport/verfahrensdokumentation.pdf" input={{}}>
          Verfahrensdokumentation (PDF)
        </Download>
      </div>
    </section>
  )
}
