import { Link } from "react-aria-components"
import { useGet } from "../../ui/state/query.ts"
import { today } from "../../ui/values/format.ts"
import type { Mitarbeiter } from "./fields.tsx"

const MOST = 200

/** Says which keys of programs somebody has seen who administers no more: they hold whoever has them. */
export function SeenKeys({ mitarbeiter: { id, rolle, aktiv } }: { mitarbeiter: Mitarbeiter }) {
  const how = { watch: true, enabled: aktiv === 0 || rolle !== "admin" } as const
  const made = useGet(
    "/api/protokoll",
    { query: { tabelle: "programmzugaenge", mitarbeiter_id: id, limit: MOST } },
    how,
  )
  const keys = useGet("/api/programmzugaenge", { query: { limit: MOST } }, how)
  const own = new Set(
    made.data?.items.flatMap(({ aktion, datensatz_id }) =>
      aktion === "programmzugaenge.angelegt" ? datensatz_id : [],
    ),
  )
  const held = (keys.data?.items ?? []).filter(
    (one) => own.has(one.id) && !one.widerrufen_am && one.gueltig_bis >= today(),
  )
  if (!how.enabled || held.length === 0) return null
  return (
    <p className="remark">
      Diese Person hat Schlüssel gesehen, die weiter gelten: {held.map(({ name }) => name).join(", ")}. Unter{" "}
      <Link href="/programme">Programme</Link> neue anlegen und diese widerrufen.
    </p>
  )
}
