import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { type Item, useList } from "../../ui/query.ts"
import { SearchSelect } from "../../ui/search-select.tsx"

type Kunde = Item<"/api/kunden">

type Props = {
  chosen: string
  onChoose: (kunde: { id: string; name: string } | undefined) => void
  autoFocus: boolean
}

/** Whose account it is; three letters and Enter will do. */
export function CustomerField({ chosen, onChoose, autoFocus }: Props) {
  const [q, setQ] = useState("")
  const found = useList("/api/kunden", { query: { q: q || undefined, aktiv: 1, limit: 20 } })
  return (
    <SearchSelect<Kunde>
      label="Kunde"
      name="kunde_id"
      chosen={chosen}
      onChoose={onChoose}
      onSearch={setQ}
      found={found}
      take={async (text) =>
        (await call("get", "/api/kunden", { query: { q: text, aktiv: 1, limit: 1 } })).items[0]
      }
      show={({ name, kundennummer, ort }) => ({
        text: name,
        more: [kundennummer, ort].filter(Boolean).join(" · "),
      })}
      placeholder="Name, Nummer oder Ort"
      isRequired
      autoFocus={autoFocus}
    />
  )
}
