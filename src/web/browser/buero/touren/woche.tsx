import { Link } from "react-aria-components"
import { mondayOf } from "../../../../lib/day.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { useInSight } from "../../ui/page/in-sight.ts"
import { Page } from "../../ui/page/page.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { isDay } from "../../ui/state/address.ts"
import { useGet } from "../../ui/state/query.ts"
import { useParam } from "../../ui/state/url.ts"
import { period, plural, shifted, shortDay, today } from "../../ui/values/format.ts"
import { Missed } from "./missed.tsx"
import { Proposal, type Woche } from "./proposal.tsx"

const NEAR = [
  { label: "Diese Woche", days: 0 },
  { label: "Nächste Woche", days: 7 },
]

/** A week at a glance: the tours of its days, and what is proposed for it. */
export default function WocheScreen() {
  const now = today()
  const [day, setDay] = useParam("woche", isDay, now)
  const woche = mondayOf(day)
  const { data, error } = useGet("/api/touren/woche", { query: { woche } }, { watch: true })
  return (
    <Page title="Woche" beside={<span className="muted">{period(woche, shifted(woche, 6))}</span>}>
      <div className="week-choice no-print">
        <Button look="quiet" icon="left" label="Woche davor" onPress={() => setDay(shifted(woche, -7))} />
        <Button look="quiet" icon="right" label="Woche danach" onPress={() => setDay(shifted(woche, 7))} />
        {NEAR.map(({ label, days }) => ({ label, monday: mondayOf(shifted(now, days)) })).map(
          ({ label, monday }) => (
            <Button
              key={label}
              look={monday === woche ? "plain" : "quiet"}
              aria-current={monday === woche ? "date" : undefined}
              onPress={() => setDay(monday)}
            >
              {label}
            </Button>
          ),
        )}
      </div>
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      {data ? (
        <>
          <Days woche={data} />
          <Missed woche={data} />
          <Proposal key={data.woche} woche={data} />
        </>
      ) : (
        <div className="week skeleton" aria-busy="true" />
      )}
    </Page>
  )
}

type Tour = Woche["tage"][number]["touren"][number]

/** Drivers as rows, days as columns; what has no driver comes first. */
function Days({ woche: { woche, tage } }: { woche: Woche }) {
  const row = useInSight<HTMLDivElement>(woche)
  const drivers = new Map<string, string>()
  for (const { fahrer_id, fahrer_name } of tage.flatMap(({ touren }) => touren))
    drivers.set(fahrer_id ?? "", fahrer_name ?? "Ohne Fahrer")
  const rows = [...drivers].toSorted(([one, name], [other, otherName]) =>
    one === "" ? -1 : other === "" ? 1 : name.localeCompare(otherName, "de"),
  )
  return (
    <div ref={row} className="week sideways">
      <table>
        <thead>
          <tr>
            <th scope="col">Fahrer</th>
            {tage.map(({ datum, feiertag }) => (
              <th key={datum} scope="col" aria-current={datum === today() ? "date" : undefined}>
                <Link href={`/touren?datum=${datum}`}>{shortDay(datum)}</Link>
                {feiertag && <small className="muted">{feiertag}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={8} className="muted">
                Für diese Woche ist noch nichts geplant.
              </td>
            </tr>
          )}
          {rows.map(([id, name]) => (
            <tr key={id}>
              <th scope="row" title={name}>
                <span>{name}</span>
              </th>
              {tage.map(({ datum, touren }) => (
                <td key={datum}>
                  <Cell datum={datum} tour={touren.find(({ fahrer_id }) => (fahrer_id ?? "") === id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ datum, tour }: { datum: string; tour: Tour | undefined }) {
  if (!tour) return <span className="muted">–</span>
  const { stopps, erledigt: zugestellt, nicht_zugestellt } = tour
  return (
    <>
      <Link href={`/touren?datum=${datum}`}>{plural(stopps, "Stopp", "Stopps")}</Link>
      {zugestellt + nicht_zugestellt > 0 && (
        <span className="delivered muted">
          {zugestellt === stopps ? "zugestellt" : `${zugestellt} zugestellt`}
        </span>
      )}
      {nicht_zugestellt > 0 && <Badge tone="warn">{`${nicht_zugestellt} nicht`}</Badge>}
    </>
  )
}
