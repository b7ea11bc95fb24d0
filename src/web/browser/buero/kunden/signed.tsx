import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { date, moment, pieces } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"

/** A delivery as it was signed for. */
export function Signed({ id, by, onClose }: { id: string; by: string | null; onClose: () => void }) {
  return (
    <Dialog title={by ? `Unterschrieben von ${by}` : "Unterschrieben"} isOpen onClose={onClose}>
      <Slip id={id} />
    </Dialog>
  )
}

function Slip({ id }: { id: string }) {
  const { data } = useGet("/api/lieferungen/{id}", { path: { id } })
  if (!data) return <p aria-busy="true">&nbsp;</p>
  const { datum, abgeschlossen_am, unterschrift, empfaenger_name, notiz, positionen } = data
  return (
    <>
      <p className="muted">
        Lieferung vom {date(datum)}, abgeschlossen {moment(abgeschlossen_am)}
      </p>
      {unterschrift && (
        <img className="slip-signature" src={unterschrift} alt={`Unterschrift ${empfaenger_name ?? ""}`} />
      )}
      <ul>
        {positionen.map(({ id: position, bezeichnung, ist_ausgabe, ist_ruecknahme }) => (
          <li key={position}>
            {bezeichnung}: {pieces(ist_ausgabe ?? 0)} gebracht, {pieces(ist_ruecknahme ?? 0)} mitgenommen
          </li>
        ))}
      </ul>
      {notiz && <p>{notiz}</p>}
    </>
  )
}
