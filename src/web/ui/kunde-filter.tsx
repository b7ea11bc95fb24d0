import { KundeSelect } from "./kunde-select.tsx"
import { useGet } from "./query.ts"

type Props = { value: string; onChange: (id: string) => void }

/** A list's filter for one customer; the address has the id, the field the name. */
export function KundeFilter({ value, onChange }: Props) {
  const { data } = useGet("/api/kunden/{id}", { path: { id: value } }, { enabled: value !== "" })
  const name = value === "" ? "" : (data?.name ?? "")
  return <KundeSelect key={name} chosen={name} onChoose={(kunde) => onChange(kunde?.id ?? "")} asFilter />
}
