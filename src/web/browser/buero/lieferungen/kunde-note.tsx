import type { Answer } from "../../ui/api/call.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { address, span } from "../../ui/values/format.ts"

/** Address of the delivery, with the customer's notes. */
export function KundeNote({ kunde }: { kunde: Answer<"get", "/api/kunden/{id}"> }) {
  const times = span(kunde.lieferzeit_von, kunde.lieferzeit_bis)
  return (
    <div className="kunde-note">
      <p className="muted">
        {[address(kunde), times && `${times} Uhr`].filter(Boolean).join(" · ")}{" "}
        {kunde.aktiv === 0 && <Badge tone="warn">Inaktiv</Badge>}
      </p>
      {kunde.anlieferungshinweis && <p className="remark">{kunde.anlieferungshinweis}</p>}
    </div>
  )
}
