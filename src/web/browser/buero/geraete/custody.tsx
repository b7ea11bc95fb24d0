import { Link } from "react-aria-components"
import { Badge, State } from "../../ui/parts/badge.tsx"
import { happened } from "../../ui/values/format.ts"
import type { EndlessList, Item } from "../../ui/state/list.ts"
import { LoadMore } from "../../ui/parts/load-more.tsx"

export type Bewegung = Item<"/api/geraete/{id}/bewegungen">

/** Movements of a device, the latest first, with who made them. */
export function Custody({ list }: { list: EndlessList<Bewegung> }) {
  if (list.isLoading) return null
  return (
    <section aria-labelledby="verbleib">
      <h2 id="verbleib">Verbleib</h2>
      {list.items.length === 0 && (
        <p className="muted">Noch war es nirgends als im Lager. Hier steht später, bei wem es wann war.</p>
      )}
      <ol className="custody">
        {list.items.map((bewegung) => (
          <Step key={bewegung.id} bewegung={bewegung} />
        ))}
      </ol>
      <LoadMore list={list} />
    </section>
  )
}

function Step({ bewegung }: { bewegung: Bewegung }) {
  const { erfasst_am, von_status, nach_status, kunde_id, kunde_name, lieferung_id, lieferanschrift } =
    bewegung
  // It did not come anew: the customer carried it to another place.
  const isCarried = von_status === "beim_kunden" && nach_status === "beim_kunden"
  const { gebucht_von_name, notiz } = bewegung
  return (
    <li>
      <time dateTime={erfasst_am}>{happened(erfasst_am)}</time>
      {isCarried ? <Badge>Umgestellt</Badge> : <State of="geraet" value={nach_status} />}
      <div>
        <p>
          {kunde_id && (
            <>
              {isCarried ? "bei " : nach_status === "beim_kunden" ? "" : "von "}
              <Link href={`/kunden/${kunde_id}`}>{kunde_name}</Link>
              {isCarried
                ? `, jetzt: ${lieferanschrift ?? "Anschrift des Kunden"}`
                : lieferanschrift && `, ${lieferanschrift}`}
            </>
          )}
        </p>
        <p className="muted">
          {lieferung_id ? <Link href={`/lieferungen/${lieferung_id}`}>mit einer Lieferung</Link> : "im Büro"}
          {gebucht_von_name && ` · ${gebucht_von_name}`}
        </p>
        {notiz && <p>{notiz}</p>}
      </div>
    </li>
  )
}
