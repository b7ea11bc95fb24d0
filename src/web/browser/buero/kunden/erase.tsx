import { messageOf } from "../../ui/api/fault.ts"
import { Confirm, Dialog } from "../../ui/dialogs/dialog.tsx"
import { date, euro, pieces, plural, today } from "../../ui/values/format.ts"
import { amountInWords } from "../../ui/records/words.ts"
import { useGet } from "../../ui/state/query.ts"
import { sideOf } from "./balance.tsx"
import type { Kunde } from "./fields.tsx"
import { isAny, OpenInWords, useOpen } from "./planned.tsx"
import type { Answer } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"

type Props = { kunde: Kunde; onClose: () => void; run: () => void }

/** Asks before a person is erased, and names what is still open, as afterwards nobody can tell whose it was. */
export function AskToErase({ kunde, onClose, run }: Props) {
  const { id, name, abrechnung } = kunde
  const konto = useGet("/api/kunden/{id}/pfandkonto", { path: { id } })
  const open = useOpen(id)
  const { data: unsettled, ...settling } = useGet("/api/abrechnungen/vorschau", {
    query: { kunde_id: id, bis: today() },
  })
  const error = konto.error ?? open.error ?? settling.error
  const wert_cent = konto.data?.wert_cent ?? 0
  const there = konto.data?.geraete.filter(({ beim_kunden }) => beim_kunden) ?? []
  return (
    <Confirm
      title="Angaben zur Person löschen?"
      action="Endgültig löschen"
      isOpen
      onClose={onClose}
      run={run}
      isDisabled={konto.isLoading || open.isLoading || settling.isLoading}
    >
      <p>
        Name, Anschrift, Telefon, Bilder und Unterschriften von {name} werden überschrieben, auch im
        Protokoll. Die Buchungen bleiben ohne Namen bestehen. Das ist nicht rückgängig zu machen; auch was
        eingelesene Tabellen an Kunden, Standorten, Geräten und Mitarbeitern geändert haben, lässt sich danach
        nicht mehr zurücknehmen.
      </p>
      {wert_cent !== 0 && (
        <p className="remark">
          {sideOf(wert_cent)}: <strong>{euro(Math.abs(wert_cent))}</strong> bleibt auf dem Konto.
        </p>
      )}
      {there.length > 0 && (
        <p className="remark">
          Noch dort: {plural(there.length, "Gerät", "Geräte")} (
          {there.map(({ geraetenummer }) => geraetenummer).join(", ")}). Bitte vorher abholen: Danach steht
          nirgends mehr, wo.
        </p>
      )}
      {abrechnung !== "keine" && unsettled && unsettled.buchungen > 0 && (
        <p className="remark">
          Noch nicht abgerechnet: {plural(unsettled.buchungen, "Buchung", "Buchungen")},{" "}
          {amountInWords(unsettled)} <strong>{euro(Math.abs(unsettled.betrag_cent))}</strong>. Bitte vorher
          abrechnen: Danach geht keine Abrechnung mehr hinaus
          {unsettled.abrechnung_ist === "rechnung" &&
            ", und einer Rechnung über mehr als 250 € fehlt der Empfänger"}
          .
        </p>
      )}
      {open.data && isAny(open.data) && (
        <p className="remark">
          Noch <OpenInWords id={id} open={open.data} />. Auf der Tour stehen dann weder Name noch Anschrift.
        </p>
      )}
      {error && <p role="alert">Was noch offen ist, ließ sich nicht lesen: {messageOf(error)}</p>}
    </Confirm>
  )
}

export type Kept = NonNullable<Answer<"post", "/api/kunden/{id}/loeschung">>["aufbewahrt"][number]

/** After the erasure: which records the law keeps, until when and why, to tell the person. */
export function KeptByLaw({ kept, onClose }: { kept: Kept[]; onClose: () => void }) {
  return (
    <Dialog
      title="Was das Gesetz noch aufbewahrt"
      isOpen={kept.length > 0}
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          Verstanden
        </Button>
      }
    >
      <p>
        Gelöscht ist alles, was die Person nennt. Folgendes darf noch nicht gelöscht werden. Die Papiere sieht
        in der Firma niemand mehr; nach der Frist verschwinden sie von selbst.
      </p>
      <ul>
        {kept.map(({ was, anzahl, bis, grund }) => (
          <li key={was}>
            {was} ({pieces(anzahl)}) bis {date(bis)} <span className="muted">{grund}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
