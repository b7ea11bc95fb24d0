import { useState } from "react"
import type { Artikel } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Sheet } from "../teile/sheet.tsx"
import { Sign } from "../teile/sign.tsx"
import { Thing } from "../teile/thing.tsx"

const plain = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "")

/** Finds an article by a few letters, its number or its barcode. */
export function AddArticle({ add }: { add: (artikel: Artikel) => void }) {
  const { tag } = useDay()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState("")
  const wanted = plain(typed.trim())
  const found = tag.artikel
    .filter((one) => one.aktiv === 1)
    .filter(
      (one) =>
        wanted === "" || plain(`${one.bezeichnung} ${one.nummer} ${one.barcode ?? ""}`).includes(wanted),
    )
  const close = (): void => {
    setOpen(false)
    setTyped("")
  }
  return (
    <>
      <button type="button" className="taste" onClick={() => setOpen(true)}>
        <Sign name="suchen" />
        Anderer Artikel
      </button>
      {open && (
        <Sheet title="Anderer Artikel" close={close} className="hoch">
          <input
            type="search"
            className="suche"
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
                  <Thing artikel={one} isGeraet={false} />
                  <span>{one.bezeichnung}</span>
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
