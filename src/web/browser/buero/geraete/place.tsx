import { useAccount } from "../../ui/session/account.tsx"
import { Link } from "react-aria-components"
import { stateInWords } from "../../ui/parts/badge.tsx"
import { ago, date, euro } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import type { Bewegung } from "./custody.tsx"
import type { Geraet } from "./fields.tsx"

/** The state as a place; the workshop is one. */
const placeOf = ({ status }: Geraet): string =>
  status === "wartung" ? "In der Wartung" : stateInWords("geraet", status)

/** The first thing that anybody asks: where is it, since when, and what deposit is owed for it. */
export function Place({ geraet, last }: { geraet: Geraet; last: Bewegung | undefined }) {
  const { id, status, status_seit } = geraet
  // A lost device's deposit stays with its last customer.
  const holder = geraet.kunde_id ?? (status === "verloren" ? (last?.kunde_id ?? null) : null)
  const known = { path: { id: holder ?? "" } }
  const kunde = useGet("/api/kunden/{id}", known, { enabled: holder !== null })
  const konto = useGet("/api/kunden/{id}/pfandkonto", known, { enabled: holder !== null, watch: true })
  const mayBook = useAccount().rolle !== "user"
  const owed = holder ? konto.data?.geraete.find(({ geraet_id }) => geraet_id === id)?.wert_cent : undefined
  return (
    <section className="place" aria-label="Wo es ist">
      <p className="muted">
        {holder ? (status === "verloren" ? "Verloren, zuletzt bei" : placeOf(geraet)) : "Wo es ist"}
      </p>
      <p className="place-name">
        {holder ? <Link href={`/kunden/${holder}`}>{kunde.data?.name ?? "…"}</Link> : placeOf(geraet)}
      </p>
      <p className="muted">
        {status_seit && `seit ${date(status_seit)}, ${ago(status_seit)}`}
        {owed !== undefined && ` · ${euro(owed)} auf dem Konto des Kunden`}
      </p>
      {status === "verloren" && holder && (owed ?? 0) > 0 && (
        <p className="remark">
          Die {euro(owed ?? 0)} bleiben auf dem Konto, bis die Verwaltung sie mit einer{" "}
          {mayBook ? <Link href={`/buchen?kunde=${holder}`}>Korrektur</Link> : "Korrektur"} erstattet oder als{" "}
          {mayBook ? <Link href={`/kunden/${holder}?panel=verlust`}>Verlust</Link> : "Verlust"} einbehält.
        </p>
      )}
    </section>
  )
}
