import { useAccount } from "../../ui/session/account.tsx"
import { Link } from "react-aria-components"
import { stateInWords } from "../../ui/parts/badge.tsx"
import { ago, date, euro } from "../../ui/values/format.ts"
import { useStandorte } from "../../ui/records/standort.tsx"
import { useGet } from "../../ui/state/query.ts"
import type { Bewegung } from "./custody.tsx"
import type { Geraet } from "./fields.tsx"

/** The state as a place; the workshop is one. */
const placeOf = ({ status }: Geraet): string =>
  status === "wartung" ? "In der Wartung" : stateInWords("geraet", status)

/** The first thing that anybody asks: where is it, since when, and what deposit is owed for it. */
export function Whereabouts({ geraet, moves }: { geraet: Geraet; moves: Bewegung[] }) {
  const { id, status, status_seit } = geraet
  const last = moves[0]
  const { wordsOf } = useStandorte(geraet.standort_id ? (geraet.kunde_id ?? "") : "")
  // Even when the device is found again, its deposit stays on the accounts of those who lost it.
  const losers = new Set(
    moves.flatMap(({ nach_status, kunde_id }) => (nach_status === "verloren" && kunde_id) || []),
  )
  // A lost device's deposit stays with its last customer.
  const holder = geraet.kunde_id ?? (status === "verloren" ? (last?.kunde_id ?? null) : null)
  const known = { path: { id: holder ?? "" } }
  const kunde = useGet("/api/kunden/{id}", known, { enabled: holder !== null })
  const konto = useGet("/api/kunden/{id}/pfandkonto", known, { enabled: holder !== null, watch: true })
  const owed = holder ? konto.data?.geraete.find(({ geraet_id }) => geraet_id === id)?.wert_cent : undefined
  return (
    <section className="place" aria-label="Wo es ist">
      <p className="muted">
        {holder ? (status === "verloren" ? "Verloren, zuletzt bei" : placeOf(geraet)) : "Wo es ist"}
      </p>
      <p className="place-name">
        {holder ? <Link href={`/kunden/${holder}`}>{kunde.data?.name ?? "…"}</Link> : placeOf(geraet)}
      </p>
      {geraet.standort_id && <p>{wordsOf(geraet.standort_id)}</p>}
      <p className="muted">
        {status_seit && `seit ${date(status_seit)}, ${ago(status_seit)}`}
        {owed !== undefined && ` · ${euro(owed)} auf dem Konto des Kunden`}
      </p>
      {[...losers].map((one) => (
        <LeftOpen key={one} geraet={geraet} kunde_id={one} isNamed={one === holder} />
      ))}
    </section>
  )
}

/** @property isNamed whether the customer's name stands above already */
type Debt = { geraet: Geraet; kunde_id: string; isNamed: boolean }

/** What is open for a device on the account of a customer who lost it. */
function LeftOpen({ geraet: { id, status }, kunde_id, isNamed }: Debt) {
  const known = { path: { id: kunde_id } }
  const { data: kunde } = useGet("/api/kunden/{id}", known)
  const { data: konto } = useGet("/api/kunden/{id}/pfandkonto", known, { watch: true })
  const mayBook = useAccount().rolle !== "user"
  // What turned up is no loss: the service books none then.
  const isLost = status === "verloren" || status === "ausgemustert"
  const open = konto?.geraete.find(
    ({ geraet_id, beim_kunden }) => geraet_id === id && !beim_kunden,
  )?.wert_cent
  if (!kunde || !open || open < 0) return null
  return (
    <p className="remark">
      {isNamed ? (
        `Die ${euro(open)} bleiben auf dem Konto`
      ) : (
        <>
          Es war verloren: {euro(open)} bleiben auf dem Konto von{" "}
          <Link href={`/kunden/${kunde_id}`}>{kunde.name}</Link>
        </>
      )}
      , bis die Verwaltung sie mit einer{" "}
      {mayBook ? <Link href={`/buchen?kunde=${kunde_id}`}>Korrektur</Link> : "Korrektur"} erstattet
      {isLost && (
        <>
          {" "}
          oder als {mayBook ? (
            <Link href={`/kunden/${kunde_id}?panel=verlust`}>Verlust</Link>
          ) : (
            "Verlust"
          )}{" "}
          einbehält
        </>
      )}
      .
    </p>
  )
}
