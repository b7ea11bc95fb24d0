import { useState } from "react"
import { call } from "../api/call.ts"
import { type Item, useList } from "../state/list.ts"
import { useFirstOne } from "./first-one.tsx"
import { SearchSelect } from "./search-select.tsx"

type Kunde = Item<"/api/kunden">

type Props = {
  /** Its name, as a `<SearchSelect>` has it. */
  chosen: string | undefined
  onChoose: (kunde: Kunde | undefined) => void
  autoFocus?: boolean
  /** Among filters: hides the label, and offers inactive customers, too. */
  asFilter?: boolean
}

/** Choice of a customer; three letters and Enter will do. */
export function KundeSelect({ chosen, onChoose, autoFocus, asFilter = false }: Props) {
  const [q, setQ] = useState("")
  const aktiv = asFilter ? undefined : 1
  const found = useList("/api/kunden", { query: { q: q || undefined, aktiv, limit: 20 } })
  const isEmpty = !found.isLoading && found.items.length === 0
  const firstOne = useFirstOne("/api/kunden", !asFilter && isEmpty)
  return (
    <SearchSelect<Kunde>
      label="Kunde"
      name={asFilter ? undefined : "kunde_id"}
      chosen={chosen}
      onChoose={onChoose}
      onSearch={setQ}
      found={found}
      take={async (text) =>
        (await call("get", "/api/kunden", { query: { q: text, aktiv, limit: 1 } })).items[0]
      }
      show={({ name, kundennummer, ort }) => ({
        text: name,
        more: [kundennummer, ort].filter(Boolean).join(" · "),
      })}
      hint={firstOne}
      placeholder={asFilter ? "Alle Kunden" : "Name, Nummer oder Ort"}
      isRequired={!asFilter}
      autoFocus={autoFocus}
      bare={asFilter}
    />
  )
}
