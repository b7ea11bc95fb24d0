import { messageOf } from "../../ui/api/fault.ts"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { euro } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { sideOf } from "./balance.tsx"
import type { Kunde } from "./fields.tsx"
import { isAny, OpenInWords, useOpen } from "./planned.tsx"

type Props = { kunde: Kunde; onClose: () => void; run: () => void }

/** Asks before a person is erased, and names what is still open: nobody finds the person by it afterwards. */
export function AskToErase({ kunde, onClose, run }: Props) {
  const { id, name } = kunde
  const konto = useGet("/api/kunden/{id}/pfandkonto", { path: { id } })
  const open = useOpen(id)
  const error = konto.error ?? open.error
  const wert_cent = konto.data?.wert_cent ?? 0
  return (
    <Confirm
      title="Angaben zur Person löschen?"
      action="Endgültig löschen"
      isOpen
      onClose={onClose}
      run={run}
      isDisabled={konto.isLoading || open.isLoading}
    >
      <p>
        Name, Anschrift, Telefon, Bilder und Unterschriften von {name} werden überschrieben, auch im
        Protokoll. Die Buchungen bleiben ohne Namen bestehen. Das ist nicht rückgängig zu machen.
      </p>
      {wert_cent !== 0 && (
        <p className="remark">
          {sideOf(wert_cent)}: <strong>{euro(Math.abs(wert_cent))}</strong>. Was davon noch abzurechnen ist,
          bitte vorher abrechnen: danach fehlt die Anschrift.
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
