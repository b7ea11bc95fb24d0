import { isId, requireFound } from "../../ui/state/address.ts"
import { Choice } from "../../ui/fields/field.tsx"
import type { Filter } from "../../ui/lists/filter.tsx"
import { nameOf } from "../../ui/records/job.tsx"
import { useGet } from "../../ui/state/query.ts"

/** What one run made; there as long as somebody came from it. */
export const laufFilter: Filter<{ auftrag_id?: string }> = {
  takes: { lauf: { fits: isId } },
  ask: ({ lauf }) => (lauf ? { auftrag_id: lauf } : {}),
  Show: ({ field }) => {
    const { value, onChange } = field("lauf")
    return value && <Lauf id={value} leave={() => onChange("")} />
  },
}

function Lauf({ id, leave }: { id: string; leave: () => void }) {
  const found = useGet("/api/auftraege/{id}", { path: { id } })
  requireFound(found, "lauf", id)
  const options = [
    { id: "nur", label: found.data ? nameOf(found.data) : "Nur ein Lauf" },
    { id: "alle", label: "Alle Abrechnungen" },
  ]
  return (
    <Choice label="Lauf" value="nur" onChange={(to) => to === "alle" && leave()} options={options} bare />
  )
}
