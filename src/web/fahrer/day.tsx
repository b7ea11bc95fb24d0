import { useEffect, useState } from "react"
import { logOut, useAccount } from "../ui/account.tsx"
import { type Answer, call } from "../ui/api/call.ts"
import { messageOf } from "../ui/api/fault.ts"
import { Badge, State } from "../ui/badge.tsx"
import { address, dateInWords, span, today } from "../ui/format.ts"

type Stop = Answer<"get", "/api/touren">["touren"][number]["stopps"][number]

/** The stops of one's day, in their order. */
export function Day() {
  const { id, name } = useAccount()
  const [stops, setStops] = useState<Stop[]>()
  const [problem, setProblem] = useState("")
  useEffect(() => {
    call("get", "/api/touren", { query: { datum: today() } }).then(
      ({ touren }) =>
        setStops(touren.filter(({ fahrer_id }) => fahrer_id === id).flatMap(({ stopps }) => stopps)),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }, [id])
  return (
    <main className="driver">
      <header>
        <h1>{dateInWords(today())}</h1>
        <p className="muted">{name}</p>
      </header>
      {problem && <p role="alert">{problem}</p>}
      {stops?.length === 0 && <p className="muted">Für heute ist nichts geplant.</p>}
      <ol>
        {stops?.map((stop) => (
          <StopCard key={stop.lieferung_id} stop={stop} />
        ))}
      </ol>
      <button type="button" className="button" onClick={() => void logOut()}>
        Abmelden
      </button>
    </main>
  )
}

function StopCard({ stop }: { stop: Stop }) {
  return (
    <li className="stop">
      <h2>{stop.kunde_name}</h2>
      <State of="lieferung" value={stop.status} />
      {stop.verspaetet && <Badge tone="warn">Verspätet</Badge>}
      <p>{address(stop)}</p>
      <p className="muted">{span(stop.zeit_von, stop.zeit_bis)}</p>
      {stop.anlieferungshinweis && <p>{stop.anlieferungshinweis}</p>}
      {stop.telefon && <a href={`tel:${stop.telefon}`}>{stop.telefon}</a>}
    </li>
  )
}
