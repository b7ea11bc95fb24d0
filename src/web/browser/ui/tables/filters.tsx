import { requireFound, WrongAddress } from "../state/address.ts"
import { ArtikelSelect } from "../fields/artikel-select.tsx"
import { Choice, DateField } from "../fields/field.tsx"
import { KundeSelect } from "../fields/kunde-select.tsx"
import { Button } from "../parts/button.tsx"
import { usePeople } from "../state/people.ts"
import { useGet } from "../state/query.ts"

/** A filter of the address, from `useFilters`. */
type Field = { value: string; onChange: (value: string) => void }

/** A list's filter for one customer; the address has the id, the field the name. */
export function KundeFilter({ value: id, onChange }: Field) {
  const found = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(found, "kunde", id)
  const name = id === "" ? "" : found.data?.name
  return <KundeSelect chosen={name} onChoose={(kunde) => onChange(kunde?.id ?? "")} asFilter />
}

/** A list's filter for one single article. */
export function ArtikelFilter({ value: id, onChange }: Field) {
  const chosen = useGet("/api/pfandartikel/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(chosen, "artikel", id)
  const name = id === "" ? "" : chosen.data?.bezeichnung
  return (
    <ArtikelSelect
      label="Artikel"
      chosen={name}
      onChoose={(artikel) => onChange(artikel?.id ?? "")}
      placeholder="Alle Artikel"
    />
  )
}

/** Anybody of the company, those included who have left. */
export function PersonFilter({ value: id, onChange }: Field) {
  const all = usePeople()
  if (all && id !== "" && all.every((one) => one.id !== id)) throw new WrongAddress("person", id)
  const people = (all ?? []).map(({ id: one, name }) => ({ id: one, label: name }))
  return (
    <Choice
      label="Person"
      value={id || "alle"}
      onChange={(chosen) => onChange(chosen === "alle" ? "" : chosen)}
      options={[{ id: "alle", label: "Alle Personen" }, ...people]}
      bare
    />
  )
}

/** From a day to a day, either may be left open. */
export const PeriodFilter = ({ von, bis }: { von: Field; bis: Field }) => (
  <div className="period">
    <DateField label="Von" value={von.value || null} onChange={(day) => von.onChange(day ?? "")} bare />
    <span className="muted">bis</span>
    <DateField label="Bis" value={bis.value || null} onChange={(day) => bis.onChange(day ?? "")} bare />
    {von.value && bis.value && von.value > bis.value && (
      <span className="bad" role="status">
        Der erste Tag liegt nach dem letzten
      </span>
    )}
  </div>
)

/** The button that takes all filters away; there as long as there is any. */
export const ShowAll = ({
  of: { isFiltered, showAll },
}: {
  of: { isFiltered: boolean; showAll: () => void }
}) =>
  isFiltered && (
    <Button look="quiet" icon="close" onPress={showAll}>
      Alle zeigen
    </Button>
  )
