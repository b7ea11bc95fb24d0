import { useState } from "react"
import { isFound, searchWords } from "../../../../lib/fold.ts"
import type { Artikel } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Button } from "../parts/button.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { Thing } from "../parts/thing.tsx"
import { unbroken } from "../parts/words.ts"

/** Finds an article by a few letters, its number or its barcode. */
export function AddArticle({ add }: { add: (artikel: Artikel) => void }) {
  const { tag } = useDay()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState("")
  const wanted = searchWords(typed)
  const found = tag.artikel.filter(
    ({ aktiv, bezeichnung, nummer, barcode }) =>
      aktiv === 1 && isFound(wanted, [bezeichnung, nummer, barcode]),
  )
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
            {found.slice(0, 60).map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => {
                    add(one)
                    close()
                  }}
                >
                  <Thing artikel_id={one.id} />
                  <span>{unbroken(one.bezeichnung)}</span>
                  <span className="muted">{one.nummer}</span>
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="leer">Nichts gefunden.</p>}
        </Sheet>
      )}
    </>
  )
}
