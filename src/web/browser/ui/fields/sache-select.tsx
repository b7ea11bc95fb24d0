import { useState } from "react"
import { useQuery } from "@tanstack/react-query"
import { findSachen, type Sache } from "../state/sache.ts"
import { useFirstOne } from "./first-one.tsx"
import { SearchSelect } from "./search-select.tsx"

/** Adds an article or a device, by number, barcode or a few letters; empty again for the next one. */
export function SacheSelect({ onFind }: { onFind: (sache: Sache) => void }) {
  const [q, setQ] = useState("")
  const firstOne = useFirstOne("/api/pfandartikel")
  const { data, isLoading } = useQuery({
    queryKey: ["sachen", q],
    queryFn: ({ signal }) => findSachen(q, signal),
    placeholderData: (before) => before,
  })
  return (
    <SearchSelect<Sache>
      label="Artikel oder Gerät dazu"
      chosen=""
      onChoose={(sache) => sache && onFind(sache)}
      onSearch={setQ}
      found={{ items: data ?? [], isLoading }}
      take={async (text) => (await findSachen(text))[0]}
      show={({ nummer, bezeichnung, isDevice }) => ({
        text: bezeichnung,
        more: isDevice ? `Gerät ${nummer}` : nummer,
      })}
      hint={firstOne}
      placeholder="Nummer, Strichcode oder Name"
      clears
    />
  )
}
