import { Link } from "react-aria-components"
import { useGet } from "../../ui/state/query.ts"

/** @returns the words as the end of a sentence; "USt-IdNr." has its full stop already */
const closed = (words: readonly string[]): string => `${words.join(", ")}.`.replace("..", ".")

/** Names what the company has to enter before anything can be settled; nothing if all is there. */
export function LetterheadMissing() {
  const { data } = useGet("/api/tenant", {})
  const { briefkopf_fehlt: missing = [], xrechnung_fehlt: kontakt = [] } = data ?? {}
  if (missing.length + kontakt.length === 0) return null
  return (
    <p role="alert">
      {missing.length > 0 && (
        <>
          Noch kann nicht abgerechnet werden, auch nicht mit einer Lieferung: Im Briefkopf fehlt{" "}
          {closed(missing)}{" "}
        </>
      )}
      {kontakt.length > 0 && (
        <>Noch bekommen Behörden keine Rechnung: für XRechnungen fehlt im Briefkopf {closed(kontakt)} </>
      )}
      <Link href="/firma?abschnitt=briefkopf">Zu Firma, Anschrift und Briefkopf</Link>
    </p>
  )
}
