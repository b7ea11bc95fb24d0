import { Link } from "react-aria-components"
import { useList } from "../../ui/state/list.ts"
import { useHasScreen } from "../../ui/state/screens.tsx"

/** Refused entries of the driver that wait for the office's decision. */
export function Unclear({ id }: { id: string }) {
  const has = useHasScreen()
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
          {klaerung.ablehnung}{" "}
          {has("/klaerungen") && <Link href={`/klaerungen?id=${klaerung.id}`}>Entscheiden</Link>}
        </p>
      ))}
    </section>
  )
}
