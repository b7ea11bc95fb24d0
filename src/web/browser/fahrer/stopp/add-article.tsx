import { useState } from "react"
import { isFound, searchWords } from "../../../../lib/fold.ts"
import { knowArtikel } from "../phone/day.ts"
import { itemsOf, searchArtikel } from "../phone/remote.ts"
import type { Artikel } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Button } from "../parts/button.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { ArtikelSign } from "../parts/artikel-sign.tsx"
import { isAsked, MORE, NOTHING, remarkOf, useSearch } from "./use-search.ts"
import { unbroken } from "../../ui/values/format.ts"

/** Rows shown at most. */
const ROWS = 60

/** Finds an article by a few letters, its number or barcode; if the day does not have it, with a network only. */
export function AddArticle({ add }: { add: (artikel: Artikel) => void }) {
  const { tag, artikel } = useDay()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState("")
  const wanted = typed.trim()
  const isEverywhere = tag.nicht_alle_artikel && isAsked(wanted)
  const answer = useSearch(isEverywhere ? wanted : "", searchArtikel)
  const words = searchWords(wanted)
  const known = [...artikel.values()].filter(({ bezeichnung, nummer, barcode }) =>
    isFound(words, [bezeichnung, nummer, barcode]),
  )
  const found = [...known, ...itemsOf(answer).filter(({ id }) => !artikel.has(id))].filter(
    ({ aktiv }) => aktiv === 1,
  )
  const isMore = found.length > ROWS || tag.nicht_alle_artikel
  const remark = found.length === 0 ? NOTHING : isMore && MORE
  const close = (): void => {
    setOpen(false)
    setTyped("")
  }
  return (
    <>
      <Button sign="suchen" label="Anderer Artikel" tap={() => setOpen(true)} />
      {open && (
        <Sheet title="Anderer Artikel" close={close} className="hoch">
          <input
            type="search"
            aria-label="Artikel suchen"
            placeholder="Name oder Nummer"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <ul className="wahl dinge">
            {found.slice(0, ROWS).map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => {
                    if (!artikel.has(one.id)) knowArtikel(one)
                    add(one)
                    close()
                  }}
                >
                  <ArtikelSign artikel_id={one.id} />
                  <span>{unbroken(one.bezeichnung)}</span>
                  <span className="muted">{one.nummer}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="leer" role="status">
            {isEverywhere ? remarkOf("Artikel", answer, found.length, ROWS) : remark}
          </p>
        </Sheet>
      )}
    </>
  )
}
