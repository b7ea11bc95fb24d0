import { useState } from "react"
import { Faults } from "../fields/faults.tsx"
import { DateField } from "../fields/field.tsx"
import { FileButton } from "../parts/file-button.tsx"
import { today } from "../values/format.ts"

/** Files for an auditor of the tax office: the tables of a period, and the description of procedures. */
export function Auditor() {
  const [von, setVon] = useState<string | null>(() => `${today().slice(0, 4)}-01-01`)
  const [bis, setBis] = useState<string | null>(() => today())
  const isTurned = von !== null && bis !== null && von > bis
  const query = { ...(von && { von }), ...(bis && { bis }) }
  return (
    <section aria-labelledby="pruefer">
      <h2 id="pruefer">Für die Betriebsprüfung</h2>
      <p className="muted">
        Alle Buchungen, Salden, Abrechnungen, Briefe und Stammdaten eines Zeitraums, lesbar für die
        Prüfprogramme der Finanzverwaltung (Datenzugriff Z3). Darin steht auch, wie sich das Pfandbuch ohne
        Pfandwerk nachrechnen lässt.
      </p>
      <div className="field-row">
        <Faults value={isTurned ? { bis: "liegt vor dem Beginn" } : {}}>
          <DateField label="Von" value={von} onChange={setVon} />
          <DateField label="Bis" name="bis" value={bis} onChange={setBis} />
        </Faults>
        <FileButton path="/api/pruefexport" input={{ query }} isDisabled={!von || !bis || isTurned}>
          Prüferexport (ZIP)
        </FileButton>
      </div>
      <div>
        <FileButton path="/api/pruefexport/verfahrensdokumentation.pdf" input={{}}>
          Verfahrensdokumentation (PDF)
        </FileButton>
      </div>
    </section>
  )
}
