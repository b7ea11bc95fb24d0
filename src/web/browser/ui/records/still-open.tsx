import { useGet } from "../state/query.ts"
import { euro } from "../values/format.ts"

type Props = { geraet_id: string; kunde: { id: string; name: string } }

/**
 * Says, before a device is handed out, that its deposit of an earlier time is still on the customer's account: it got lost
 * there, and turned up again.
 */
export function StillOpen({ geraet_id, kunde: { id, name } }: Props) {
  const isChosen = geraet_id !== "" && id !== ""
  const { data } = useGet("/api/kunden/{id}/pfandkonto", { path: { id } }, { enabled: isChosen, watch: true })
  const lost = data?.geraete.find((one) => one.geraet_id === geraet_id && !one.beim_kunden)
  const open = lost?.wert_cent ?? 0
  if (!isChosen || open <= 0) return null
  return (
    <p className="remark">
      Das Gerät war bei {name} verloren: {euro(open)} stehen dafür noch auf dem Konto. Was jetzt gebucht wird,
      kommt dazu.
    </p>
  )
}
