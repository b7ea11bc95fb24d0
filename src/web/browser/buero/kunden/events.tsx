import { Link } from "wouter"
import { buchungsartInWords } from "../../../../lib/buchungsart.ts"
import { Badge, BookedAs } from "../../ui/parts/badge.tsx"
import { countOf, nameOf, piecesInWords } from "../../ui/values/contents.ts"
import { euro, happened } from "../../ui/values/format.ts"
import { type Item, useList } from "../../ui/state/list.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import { Icon } from "../../ui/parts/icons.tsx"
import { LoadMore } from "../../ui/parts/load-more.tsx"
import { useState } from "react"
import { Button } from "../../ui/parts/button.tsx"
import { later } from "../../ui/parts/later.tsx"

type Ereignis = Item<"/api/kunden/{id}/ereignisse">

/** The last bookings of the account, the newest first, with the signatures. */
export function Events({ id }: { id: string }) {
  const list = useList("/api/kunden/{id}/ereignisse", { path: { id }, query: { limit: 10 } }, { watch: true })
  useSettled(!list.isLoading)
  if (list.isLoading) return null
  return (
    <section aria-labelledby="bewegungen">
      <h2 id="bewegungen">Bewegungen</h2>
      {list.items.length === 0 && <p className="muted">Noch ist nichts gebucht.</p>}
      <ol className="events">
        {list.items.map((event) => (
          <Event key={event.vorgang_id} event={event} kundeId={id} />
        ))}
      </ol>
      <LoadMore list={list} />
      {list.items.length > 0 && (
        <p>
          <Link href={`/pfandbuch?kunde=${id}`}>Alle Buchungen dieses Kunden</Link>
        </p>
      )}
    </section>
  )
}

/** One line; unfolded, it shows who booked what, and the signature. */
function Event({ event, kundeId }: { event: Ereignis; kundeId: string }) {
  const { vorgang_id, erfasst_am, gebucht_von_name, grund, summe_cent, storniert, ist_storno, lieferung } =
    event
  const words = inWords(event)
  return (
    <li className={storniert ? "reversed" : ""}>
      <details>
        <summary className="event-head">
          <Icon name="right" />
          <time dateTime={erfasst_am}>{happened(erfasst_am)}</time>
          <span className="what" title={words.join(" · ")}>
            {words.map((kind) => (
              <span className="cut" key={kind}>
                {kind}
              </span>
            ))}
          </span>
          {storniert && <Badge tone="warn">Storniert</Badge>}
          {lieferung?.unterschrieben && <Badge>Unterschrieben</Badge>}
          <strong className="figures">{euro(summe_cent)}</strong>
        </summary>
        <div className="event-body">
          <p className="muted">
            {[lieferung ? "Lieferung" : "Büro", gebucht_von_name, grund].filter(Boolean).join(" · ")}
          </p>
          <ul>
            {event.positionen.map((one) => (
              <li key={one.id}>
                <BookedAs art={one.art} storno_von={ist_storno ? vorgang_id : null} verlust={event.verlust} />
                <span className="cut">{countOf(one.menge, nameOf(one))}</span>
                <span className="figures muted">{euro(one.summe_cent)}</span>
              </li>
            ))}
          </ul>
          <p className="buttons">
            <Link href={`/pfandbuch?kunde=${kundeId}&vorgang=${vorgang_id}`}>Vorgang ansehen</Link>
            {lieferung?.unterschrieben && <Slip id={lieferung.id} by={lieferung.empfaenger_name} />}
          </p>
        </div>
      </details>
    </li>
  )
}

/** @returns "Rücknahme 3 × Kasten Pils; 60 × Flasche 0,5 l": what was booked, each kind once */
const inWords = ({ positionen, ist_storno, verlust }: Ereignis): string[] => {
  const one = ist_storno ? "Storno" : verlust ? "Verlust" : undefined
  return [...Map.groupBy(positionen, ({ art }) => one ?? buchungsartInWords[art])].map(
    ([kind, own]) => `${kind} ${piecesInWords(own)}`,
  )
}

const Signed = later(() => import("./signed.tsx").then((part) => part.Signed))

/** A button that shows the signature of a delivery, which is large, and so only loaded now. */
function Slip({ id, by }: { id: string; by: string | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" icon="check" onPress={() => setOpen(true)}>
        Unterschrieben
      </Button>
      {isOpen && <Signed id={id} by={by} onClose={() => setOpen(false)} />}
    </>
  )
}
