import { Choice } from "../../ui/field.tsx"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/button.tsx"
import { Page } from "../../ui/page.tsx"
import { useList } from "../../ui/query.ts"
import { useParam } from "../../ui/url.ts"
import { KlaerungCard } from "./card.tsx"

const states = [
  { id: "offen", label: "Offen" },
  { id: "gebucht", label: "Gebucht" },
  { id: "verworfen", label: "Verworfen" },
] as const
type Status = (typeof states)[number]["id"]

const nothing: Record<Status, string> = {
  offen: "Nichts zu klären. Hier steht, was Fahrer getan haben und der Dienst nicht annehmen konnte.",
  gebucht: "Noch keine Klärung wurde gebucht.",
  verworfen: "Noch keine Klärung wurde verworfen.",
}

/** What drivers did and the service refused: to be booked, or discarded with a reason. */
export default function Klaerungen() {
  const [status, setStatus] = useParam<Status>("status", "offen")
  const list = useList("/api/klaerungen", { query: { status, limit: 50 } }, { watch: true })
  return (
    <Page title="Klärungen">
      <div className="filters">
        <Choice label="Stand" value={status} onChange={setStatus} options={states} bare />
      </div>
      {list.error && list.items.length === 0 && <p role="alert">{messageOf(list.error)}</p>}
      {!list.isLoading && !list.error && list.items.length === 0 && (
        <div className="empty">
          <p>{nothing[status]}</p>
        </div>
      )}
      <ul className="klaerungen" aria-label="Klärungen">
        {list.items.map((klaerung) => (
          <KlaerungCard key={klaerung.id} klaerung={klaerung} />
        ))}
      </ul>
      {list.hasMore && <Button onPress={list.loadMore}>Weitere zeigen</Button>}
    </Page>
  )
}
