import { useState } from "react"
import { useQuery } from "@tanstack/react-query"
import { findThings, type Thing } from "../state/thing.ts"
import { useFirstOne } from "./first-one.tsx"
import { SearchSelect } from "./search-select.tsx"

type Props = {
  onFind: (thing: Thing) => void
  /** The customer it is for; empty for none. */
  kundeId?: string
  autoFocus?: boolean
}

/** Finds an article or a device by number, barcode or a few letters; empties itself for the next one. */
export function ThingSelect({ onFind, kundeId = "", autoFocus }: Props) {
  const [q, setQ] = useState("")
  const firstOne = useFirstOne("/api/pfandartikel")
  const { data, isLoading } = useQuery({
    queryKey: ["sachen", kundeId, q],
    queryFn: ({ signal }) => findThings(q, kundeId, signal),
    placeholderData: (before) => before,
  })
  return (
    <SearchSelect<Thing>
      label="Artikel oder Gerät dazu"
      chosen=""
      onChoose={(thing) => thing && onFind(thing)}
      onSearch={setQ}
      found={{ items: data ?? [], isLoading }}
      take={async (text) => (await findThings(text, kundeId))[0]}
      show={({ nummer, bezeichnung, isDevice, place }) => ({
        text: bezeichnung,
        more: isDevice ? `Gerät ${nummer} · ${place}` : nummer,
      })}
      hint={firstOne}
      autoFocus={autoFocus}
      placeholder="Nummer, Strichcode oder Name"
      clears
    />
  )
}
