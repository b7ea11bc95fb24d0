import { useState } from "react"
import { call } from "./api/call.ts"
import { Choice, DateField } from "./field.tsx"
import { euro } from "./format.ts"
import { KundeSelect } from "./kunde-select.tsx"
import { usePeople } from "./people.ts"
import { type Item, useGet, useList } from "./query.ts"
import { SearchSelect } from "./search-select.tsx"

type ById = { id: string; set: (id: string) => void }

/** The address knows the customer's id; people know the name. */
export function KundeFilter({ id, set }: ById) {
  const { data } = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" })
  const name = id === "" ? "" : (data?.name ?? "")
  return <KundeSelect key={name} chosen={name} onChoose={(kunde) => set(kunde?.id ?? "")} asFilter />
}

type Artikel = Item<"/api/pfandartikel">

/** Single articles only: a gebinde is booked as its parts. */
export function ArtikelFilter({ id, set }: ById) {
  const [q, setQ] = useState("")
  const query = { q: q || undefined, art: "einzeln" as const, limit: 20 }
  const found = useList("/api/pfandartikel", { query })
  const { data } = useGet("/api/pfandartikel/{id}", { path: { id } }, { enabled: id !== "" })
  const name = id === "" ? "" : (data?.bezeichnung ?? "")
  return (
    <SearchSelect<Artikel>
      key={name}
      label="Artikel"
      bare
      chosen={name}
      onChoose={(artikel) => set(artikel?.id ?? "")}
      onSearch={setQ}
      found={found}
      take={async (text) =>
        (await call("get", "/api/pfandartikel", { query: { ...query, q: text, limit: 1 } })).items[0]
      }
      show={({ bezeichnung, nummer, pfand_cent }) => ({
        text: bezeichnung,
        more: `${nummer} · ${euro(pfand_cent)}`,
      })}
      placeholder="Alle Artikel"
    />
  )
}

/** Anybody of the company, those included who have left. */
export function PersonFilter({ id, set }: ById) {
  const people = (usePeople() ?? []).map(({ id: one, name }) => ({ id: one, label: name }))
  return (
    <Choice
      label="Person"
      value={id || "alle"}
      onChange={(chosen) => set(chosen === "alle" ? "" : chosen)}
      options={[{ id: "alle", label: "Alle Personen" }, ...people]}
      bare
    />
  )
}

type PeriodProps = { von: string; bis: string; setVon: (day: string) => void; setBis: (day: string) => void }

/** From a day to a day, either may be left open. */
export const PeriodFilter = ({ von, bis, setVon, setBis }: PeriodProps) => (
  <div className="period">
    <DateField label="Von" value={von || null} onChange={(day) => setVon(day ?? "")} bare />
    <span className="muted">bis</span>
    <DateField label="Bis" value={bis || null} onChange={(day) => setBis(day ?? "")} bare />
  </div>
)
