import { Link } from "react-aria-components"
import { Badge } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import type { Today } from "./model.ts"

type Tour = Today["touren"][number]

/** Each driver's day as it goes: done, failed, under way, still to come. */
export function Tours({ heute: { touren, datum } }: { heute: Today }) {
  const board = `/touren?datum=${datum}`
  return (
    <section className="tours-box" aria-labelledby="touren">
      <div className="section-head">
        <h2 id="touren">Touren heute</h2>
        {touren.length > 0 && <Link href={board}>Tafel öffnen</Link>}
      </div>
      {touren.length === 0 && (
        <div className="stack">
          <p className="muted">Für heute ist nichts geplant.</p>
          <ButtonLink icon="plus" href={`/lieferungen/neu?datum=${datum}`}>
            Lieferung für heute planen
          </ButtonLink>
        </div>
      )}
      <ul className="tours">
        {touren.map((tour) => (
          <TourProgress key={tour.fahrer_id} tour={tour} />
        ))}
      </ul>
    </section>
  )
}

function TourProgress({ tour }: { tour: Tour }) {
  const { fahrer_name, stopps, zugestellt, nicht_zugestellt, unterwegs, geplant, verspaetet } = tour
  const done = zugestellt + nicht_zugestellt
  return (
    <li>
      <p className="tour-name">
        <strong className="cut">{fahrer_name ?? "Ohne Fahrer"}</strong>
        <span className="digits">
          {done === stopps ? `Alle ${stopps} erledigt` : `${done} von ${stopps} erledigt`}
        </span>
      </p>
      <div className="bar" aria-hidden="true">
        <Part of={zugestellt} kind="good" />
        <Part of={nicht_zugestellt} kind="bad" />
        <Part of={unterwegs} kind="info" />
        <Part of={geplant} kind="open" />
      </div>
      <p className="tour-states">
        {nicht_zugestellt > 0 && <Badge tone="bad">{`${nicht_zugestellt} nicht zugestellt`}</Badge>}
        {unterwegs > 0 && <Badge tone="info">{`${unterwegs} unterwegs`}</Badge>}
        {geplant > 0 && <Badge>{`${geplant} offen`}</Badge>}
        {/* They are among those under way and those still to come. */}
        {verspaetet > 0 && <Badge tone="warn">{`davon ${verspaetet} verspätet`}</Badge>}
      </p>
    </li>
  )
}

const Part = ({ of, kind }: { of: number; kind: string }) =>
  of > 0 ? <span className={kind} style={{ flexGrow: of }} /> : null
