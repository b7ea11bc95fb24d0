import { useState } from "react"
import { useQuery } from "@tanstack/react-query"
import { SearchSelect } from "../../ui/search-select.tsx"
import { findHits, type Hit } from "./find.ts"

/** Adds a line: an article or a device, by number, barcode or a few letters. */
export function LineSearch({ onFind }: { onFind: (hit: Hit) => void }) {
  const [q, setQ] = useState("")
  const { data, isLoading } = useQuery({
    queryKey: ["buchen", q],
    queryFn: ({ signal }) => findHits(q, signal),
    placeholderData: (before) => before,
  })
  return (
    <SearchSelect<Hit>
      label="Artikel oder Gerät dazu"
      chosen=""
      onChoose={(hit) => hit && onFind(hit)}
      onSearch={setQ}
      found={{ items: data ?? [], isLoading }}
      take={async (text) => (await findHits(text))[0]}
      show={({ nummer, bezeichnung, isDevice }) => ({
        text: bezeichnung,
        more: isDevice ? `Gerät ${nummer}` : nummer,
      })}
      placeholder="Nummer, Strichcode oder Name"
      clears
    />
  )
}
