import { type ComponentProps, useState } from "react"
import { call } from "../api/call.ts"
import { type Item, useList } from "../state/list.ts"
import { euro } from "../values/format.ts"
import { SearchSelect } from "./search-select.tsx"

type Artikel = Item<"/api/pfandartikel">
type Select = ComponentProps<typeof SearchSelect<Artikel>>
/** `aktiv` 1: only articles still in use. */
type Props = Pick<Select, "label" | "chosen" | "onChoose" | "placeholder" | "clears"> & { aktiv?: 1 }

/** Choice of an article that is no Gebinde, as a Gebinde is booked as its parts. */
export function ArtikelSelect({ aktiv, ...props }: Props) {
  const [q, setQ] = useState("")
  const query = { art: "einzeln" as const, aktiv }
  const found = useList("/api/pfandartikel", { query: { ...query, q: q || undefined, limit: 20 } })
  return (
    <SearchSelect<Artikel>
      {...props}
      bare
      onSearch={setQ}
      found={found}
      take={async (text) =>
        (await call("get", "/api/pfandartikel", { query: { ...query, q: text, limit: 1 } })).items[0]
      }
      show={({ bezeichnung, nummer, pfand_cent }) => ({
        text: bezeichnung,
        more: `${nummer} · ${euro(pfand_cent)}`,
      })}
    />
  )
}
