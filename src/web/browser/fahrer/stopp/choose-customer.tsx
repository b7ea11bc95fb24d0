import { useEffect, useState } from "react"
import { address } from "../../ui/values/format.ts"
import { searchKunden } from "../phone/remote.ts"
import type { KundeKurz } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"

/** Those of the day and of the last weeks at once; everybody else with a network. */
export function ChooseCustomer({ chosen }: { chosen: (kunde: KundeKurz) => void }) {
  const { kunden } = useDay()
  const [typed, setTyped] = useState("")
  const [others, setOthers] = useState<KundeKurz[]>([])
  const wanted = typed.trim().toLowerCase()
  useEffect(() => {
    const search = async (): Promise<void> => {
      const answer = wanted.length < 2 ? "offline" : await searchKunden(wanted)
      setOthers(answer !== "offline" && answer.status === 200 ? answer.body.items : [])
    }
    const timer = setTimeout(() => void search(), 250)
    return () => clearTimeout(timer)
  }, [wanted])
  const known = [...kunden.values()].filter((one) =>
    `${one.name} ${one.ort ?? ""} ${one.kundennummer}`.toLowerCase().includes(wanted),
  )
  const found = [...known, ...others.filter(({ id }) => !kunden.has(id))]
  return (
    <main className="blatt">
      <input
        type="search"
        className="suche"
        aria-label="Kunden suchen"
        placeholder="Name oder Ort"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className="wahl">
        {found.slice(0, 50).map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => chosen(one)}>
              <span>{one.name}</span>
              <span className="muted">{address(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="leer">Auf diesem Telefon nicht bekannt. Mit Netz wird überall gesucht.</p>
      )}
    </main>
  )
}
