import { Link } from "react-aria-components"
import { isGone } from "../../ui/api/fault.ts"
import { Badge, State } from "../../ui/parts/badge.tsx"
import { useDrivers } from "../../ui/state/drivers.ts"
import { KundeContact } from "../../ui/records/kunde-contact.tsx"
import { type Liefertag, rhythmInWords } from "../../ui/records/regular-words.ts"
import { Sent } from "../../ui/records/sent.tsx"
import { Page, pageInstead } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { Actions } from "./actions.tsx"
import { Attempts, History } from "./history.tsx"
import { Bookings, Reversed } from "./bookings.tsx"
import { Pictures } from "./pictures.tsx"
import { Positions } from "./positions.tsx"
import type { Lieferung } from "./plan.ts"
import { When } from "./when.tsx"
import { useList } from "../../ui/state/list.ts"

const BACK = { href: "/lieferungen", label: "Lieferungen" }

/** One delivery: what was planned, how it ended, and what can be done with it now. */
export default function LieferungPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { nameOf } = useDrivers()
  const { data: lieferung, error } = useGet("/api/lieferungen/{id}", { path: { id } }, { watch: true })
  const kundeId = lieferung?.kunde_id ?? ""
  const kunde = useGet("/api/kunden/{id}", { path: { id: kundeId } }, { enabled: kundeId !== "" })
  const regular = useList("/api/liefertage", { query: { lieferung_id: id } })
  const [liefertag] = regular.items
  if (!lieferung || !kunde.data || isGone(error)) {
    const what = "Diese Lieferung gibt es nicht"
    return pageInstead({ error: error ?? kunde.error, name: "Lieferung", what, back: BACK })
  }
  return (
    <Page
      title={kunde.data.name}
      back={BACK}
      beside={
        <>
          <State of="lieferung" value={lieferung.status} />
          {lieferung.ungeplant === 1 && <Badge tone="info">Ungeplant</Badge>}
        </>
      }
      actions={
        <Actions
          lieferung={lieferung}
          name={kunde.data.name}
          isSingle={!regular.isLoading && liefertag === undefined}
        />
      }
    >
      <div className="record lieferung">
        <div className="record-main">
          <When lieferung={lieferung} driver={nameOf(lieferung.fahrer_id)} />
          {liefertag && <CameFrom liefertag={liefertag} />}
          {lieferung.grund && (
            <p className="remark">
              {lieferung.status === "storniert" ? "Abgesagt: " : "Grund: "}
              {lieferung.grund}
            </p>
          )}
          <Reversed id={id} />
          <Positions lieferung={lieferung} />
          <Outcome lieferung={lieferung} />
          <Unclear id={id} />
          <Bookings id={id} />
          <Pictures id={id} attempts={lieferung.versuch} />
        </div>
        <aside className="record-main" aria-label="Kunde und Verlauf">
          <section aria-labelledby="kunde">
            <h2 id="kunde">Kunde</h2>
            <p>
              <Link href={`/kunden/${kunde.data.id}`}>{kunde.data.name}</Link>
            </p>
            <KundeContact kunde={kunde.data} />
          </section>
          <Sent of={{ bezug_id: id }} />
          <Attempts lieferung={lieferung} />
          <History id={id} nameOf={nameOf} />
        </aside>
      </div>
    </Page>
  )
}

/** The regular day that it was planned from. */
const CameFrom = ({ liefertag }: { liefertag: Liefertag }) => (
  <p>
    Kommt aus dem Liefertag{" "}
    <Link href={`/kunden/${liefertag.kunde_id}#liefertage`}>{rhythmInWords(liefertag)}</Link>
  </p>
)

/** Recipient, signature, and the driver's notes. */
function Outcome({ lieferung }: { lieferung: Lieferung }) {
  const { status, empfaenger_name, unterschrift, notiz } = lieferung
  if (status !== "zugestellt") return null
  return (
    <section aria-labelledby="uebergabe">
      <h2 id="uebergabe">Übergabe</h2>
      {unterschrift ? (
        <figure className="signature">
          <img src={unterschrift} alt={`Unterschrift von ${empfaenger_name ?? "unbekannt"}`} />
          <figcaption>{empfaenger_name ?? "Name nicht angegeben"}</figcaption>
        </figure>
      ) : (
        <p>{empfaenger_name ? `${empfaenger_name}, ohne Unterschrift` : "Ohne Name und Unterschrift"}</p>
      )}
      {notiz && <p className="note">{notiz}</p>}
    </section>
  )
}

/** Refused entries of the driver that wait for the office's decision. */
function Unclear({ id }: { id: string }) {
  const { items } = useList(
    "/api/klaerungen",
    { query: { lieferung_id: id, status: "offen", limit: 10 } },
    { watch: true },
  )
  if (items.length === 0) return null
  return (
    <section aria-labelledby="unklar">
      <h2 id="unklar">Zu klären</h2>
      {items.map((klaerung) => (
        <p key={klaerung.id} className="remark">
          {klaerung.fahrer_name ?? "Ein Fahrer"} hat etwas angegeben, das abgelehnt wurde:{" "}
          {klaerung.ablehnung} <Link href={`/klaerungen?id=${klaerung.id}`}>Entscheiden</Link>
        </p>
      ))}
    </section>
  )
}
