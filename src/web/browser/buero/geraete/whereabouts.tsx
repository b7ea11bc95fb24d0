import { useAccount } from "../../ui/session/account.tsx"
import { Link } from "react-aria-components"
import { stateInWords } from "../../ui/parts/badge.tsx"
import { ago, date, euro } from "../../ui/values/format.ts"
import { useStandorte } from "../../ui/records/standort.tsx"
import type { Answer } from "../../ui/api/call.ts"
import { useGet } from "../../ui/state/query.ts"
import type { Bewegung } from "./custody.tsx"
import { type Geraet, geraeteform } from "./fields.tsx"

type Offen = Answer<"get", "/api/geraete/{id}/pfand-offen">["items"][number]

/** The state as a place; the workshop is one. */
const placeOf = ({ status }: Geraet): string =>
  status === "wartung" ? "In der Wartung" : stateInWords("geraet", status)

/** The first thing that anybody asks: where is it, since when, and what deposit is owed for it. */
export function Whereabouts({ geraet, moves }: { geraet: Geraet; moves: Bewegung[] }) {
  const { id, status, status_seit } = geraet
  const last = moves[0]
  const { wordsOf } = useStandorte(geraet.standort_id ? (geraet.kunde_id ?? "") : "")
  const open = useGet("/api/geraete/{id}/pfand-offen", { path: { id } }, { watch: true }).data?.items ?? []
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
      {open.map((one) => (
        <LeftOpen key={one.kunde_id} geraet={geraet} open={one} isNamed={one.kunde_id === holder} />
      ))}
    </section>
  )
}

/** @property isNamed whether the customer's name stands above already */
type Debt = { geraet: Geraet; open: Offen; isNamed: boolean }

/** What is open for a device on the account of a customer who does not have it: lost there, or never there. */
function LeftOpen({ geraet: { id, status, pfandform }, open, isNamed }: Debt) {
  const { kunde_id, kunde_name, wert_cent } = open
  const mayBook = useAccount().rolle !== "user"
  return (
    <p className="remark">
      {isNamed ? (
        `Die ${euro(wert_cent)} bleiben auf dem Konto`
      ) : (
        <>
          Es ist nicht bei <Link href={`/kunden/${kunde_id}`}>{kunde_name}</Link>, aber {euro(wert_cent)}{" "}
          {geraeteform.words.pfandform(pfandform)} bleiben dort auf dem Konto
        </>
      )}
      , bis die Verwaltung sie mit einer{" "}
      {mayBook ? <Link href={`/buchen?kunde=${kunde_id}&geraet=${id}`}>Korrektur</Link> : "Korrektur"}{" "}
      erstattet
      {/* What turned up is no loss: the service books none then. */}
      {isLost(status) && (
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

const isLost = (status: Geraet["status"]): boolean => status === "verloren" || status === "ausgemustert"
