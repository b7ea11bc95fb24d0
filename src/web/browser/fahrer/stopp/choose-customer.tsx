import { useState } from "react"
import { address } from "../../ui/values/format.ts"
import type { ShortKunde } from "../phone/tag.ts"
import { useCustomers } from "./search-customers.ts"

/** Customers of the day and of the last weeks, found at once; all others with a network. */
export function ChooseCustomer({ chosen }: { chosen: (kunde: ShortKunde) => void }) {
  const [typed, setTyped] = useState("")
  const { rows, remark } = useCustomers(typed)
  return (
    <main className="blatt">
      <input
        type="search"
        aria-label="Kunden suchen"
        placeholder="Name oder Ort"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className="wahl">
        {rows.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => chosen(one)}>
              <span>{one.name}</span>
              <span className="muted">{address(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="leer" role="status">
        {remark}
      </p>
    </main>
  )
}
