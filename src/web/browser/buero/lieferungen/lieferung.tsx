import { Link } from "react-aria-components"
import { isGone } from "../../ui/api/fault.ts"
import { Badge, State } from "../../ui/parts/badge.tsx"
import { useDrivers } from "../../ui/state/drivers.ts"
import { KundeContact } from "../../ui/records/kunde-contact.tsx"
import { Page, pageInstead } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { Actions } from "./actions.tsx"
import { Attempts } from "./attempts.tsx"
import { Bookings } from "./bookings.tsx"
import { History } from "./history.tsx"
import { Outcome } from "./outcome.tsx"
import { Pictures } from "./pictures.tsx"
import { Positions } from "./positions.tsx"
import { Unclear } from "./unclear.tsx"
import { When } from "./when.tsx"

const BACK = { href: "/lieferungen", label: "Lieferungen" }

/** One delivery: what was planned, how it ended, and what can be done with it now. */
export default function LieferungPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { nameOf } = useDrivers()
  const { data: lieferung, error } = useGet("/api/lieferungen/{id}", { path: { id } }, { watch: true })
  const kundeId = lieferung?.kunde_id ?? ""
  const kunde = useGet("/api/kunden/{id}", { path: { id: kundeId } }, { enabled: kundeId !== "" })
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
      actions={<Actions lieferung={lieferung} name={kunde.data.name} />}
    >
      <div className="record lieferung">
        <div className="record-main">
          <When lieferung={lieferung} driver={nameOf(lieferung.fahrer_id)} />
          {lieferung.grund && (
            <p className="remark">
              {lieferung.status === "storniert" ? "Abgesagt: " : "Grund: "}
              {lieferung.grund}
            </p>
          )}
          <Positions positionen={lieferung.positionen} datum={lieferung.datum} />
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
          <Attempts lieferung={lieferung} />
          <History id={id} nameOf={nameOf} />
        </aside>
      </div>
    </Page>
  )
}
