import { Link } from "react-aria-components"
import { Button } from "../../ui/parts/button.tsx"
import { Unprintable } from "../../ui/parts/unprintable.tsx"
import { KundeContact } from "../../ui/records/kunde-contact.tsx"
import { country } from "../../ui/values/format.ts"
import { isErased, kundenartInWords, listMissingOf } from "../../../../lib/kundenart.ts"
import { useGet } from "../../ui/state/query.ts"
import type { Kunde } from "./fields.tsx"

/** A customer's contact data and notes. */
export function Contact({ kunde, onEdit }: { kunde: Kunde; onEdit: () => void }) {
  return (
    <section aria-labelledby="kontakt">
      <h2 id="kontakt">Anlieferung und Kontakt</h2>
      <KundeContact kunde={kunde} />
      <Unprintable texts={[kunde.name, kunde.ansprechpartner, kunde.strasse, kunde.ort]} />
      {kunde.land !== "DE" && (
        <p className="remark">
          Kunde im Ausland ({country(kunde.land)}): Abrechnungen weisen deutsche Umsatzsteuer aus. Bitte mit
          dem Steuerberater klären.
        </p>
      )}
      <Invoices kunde={kunde} onEdit={onEdit} />
      {kunde.notiz && (
        <>
          <h3>Notiz</h3>
          <p className="note">{kunde.notiz}</p>
        </>
      )}
    </section>
  )
}

/** The customer's data for invoices; warns of missing data that prevent a settlement. */
function Invoices({ kunde, onEdit }: { kunde: Kunde; onEdit: () => void }) {
  const { data: firma } = useGet("/api/tenant", {})
  const isInvoice = firma?.abrechnung_ist === "rechnung"
  const kontakt = kunde.art === "behoerde" ? (firma?.xrechnung_fehlt ?? []) : []
  const gone = isErased(kunde)
  const missing = isInvoice && !gone ? listMissingOf(kunde) : []
  const known = [
    `Kundenart: ${kundenartInWords[kunde.art]}`,
    kunde.ust_id,
    kunde.kaeuferreferenz,
    kunde.rechnungs_email,
  ]
  return (
    <>
      {isInvoice && <p className="muted">{known.filter(Boolean).join(" · ")}</p>}
      {gone && <p className="muted">Die Angaben zur Person sind gelöscht (DSGVO).</p>}
      {missing.length > 0 && (
        <div role="alert">
          <p>
            Noch kann hier nicht abgerechnet werden, auch nicht mit einer Lieferung: für eine Rechnung fehlt{" "}
            {missing.join(", ")}.
          </p>
          <Button onPress={onEdit}>Jetzt eintragen</Button>
        </div>
      )}
      {kontakt.length > 0 && (
        <p role="alert">
          Behörden bekommen noch keine Rechnung: für XRechnungen fehlt im Briefkopf {kontakt.join(", ")}.{" "}
          <Link href="/firma?abschnitt=briefkopf">Zu Firma, Anschrift und Briefkopf</Link>
        </p>
      )}
    </>
  )
}
