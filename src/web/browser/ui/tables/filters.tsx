import { useState } from "react"
import { requireFound, WrongAddress } from "../state/address.ts"
import { call } from "../api/call.ts"
import { Choice, DateField } from "../fields/field.tsx"
import { euro } from "../values/format.ts"
import type { ById } from "./kunde-filter.tsx"
import { usePeople } from "../state/people.ts"
import { type Item, useGet, useList } from "../state/query.ts"
import { SearchSelect } from "../fields/search-select.tsx"

export { KundeFilter } from "./kunde-filter.tsx"

type Artikel = Item<"/api/pfandartikel">

/** Single articles only: a gebinde is booked as its parts. */
export function ArtikelFilter({ id, set }: ById) {
  const [q, setQ] = useState("")
  const query = { q: q || undefined, art: "einzeln" as const, limit: 20 }
  const found = useList("/api/pfandartikel", { query })
  const chosen = useGet("/api/pfandartikel/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(chosen, "artikel", id)
  const name = id === "" ? "" : (chosen.data?.bezeichnung ?? "")
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
  const all = usePeople()
  if (all && id !== "" && all.every((one) => one.id !== id)) throw new WrongAddress("person", id)
  const people = (all ?? []).map(({ id: one, name }) => ({ id: one, label: name }))
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
