import { requireFound } from "../state/address.ts"
import { KundeSelect } from "../fields/kunde-select.tsx"
import { useGet } from "../state/query.ts"

export type ById = { id: string; set: (id: string) => void }

/** A list's filter for one customer; the address has the id, the field the name. */
export function KundeFilter({ id, set }: ById) {
  const found = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(found, "kunde", id)
  const name = id === "" ? "" : (found.data?.name ?? "")
  return <KundeSelect key={name} chosen={name} onChoose={(kunde) => set(kunde?.id ?? "")} asFilter />
}
