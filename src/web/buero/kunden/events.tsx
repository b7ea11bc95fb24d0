import { Badge, State } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { euro, moment, pieces } from "../../ui/format.ts"
import { type Item, useGet, useList } from "../../ui/query.ts"
import type { Konto } from "./balance.tsx"

type Buchung = Item<"/api/kunden/{id}/pfandbuchungen">

/** What was booked together stands together. */
function together(buchungen: Buchung[]): Buchung[][] {
  const groups: Buchung[][] = []
  for (const buchung of buchungen) {
    const last = groups.at(-1)
    if (last?.[0]?.vorgang_id === buchung.vorgang_id) last.push(buchung)
    else groups.push([buchung])
  }
  return groups
}

/** The last movements of the account, the newest first. */
export function Events({ id, konto }: { id: string; konto: Konto | undefined }) {
  const list = useList(
    "/api/kunden/{id}/pfandbuchungen",
    { path: { id }, query: { limit: 30 } },
    { watch: true },
  )
  const nameOf = useNames(konto)
  const staff = useGet("/api/mitarbeiter", { query: { limit: 200 } })
  const personOf = (person: string): string => staff.data?.items.find((one) => one.id === person)?.name ?? ""
  if (list.isLoading) return null
  return (
    <section aria-labelledby="bewegungen">
      <h2 id="bewegungen">Bewegungen</h2>
      {list.items.length === 0 && <p className="muted">Noch ist nichts gebucht.</p>}
      <ol className="events">
        {together(list.items).map((group) => (
          <Event
            key={group[0]?.id}
            group={group}
            nameOf={nameOf}
            by={personOf(group[0]?.gebucht_von ?? "")}
          />
        ))}
      </ol>
      {list.hasMore && (
        <Button look="quiet" icon="down" onPress={list.loadMore} isPending={list.isLoadingMore}>
          Ältere zeigen
        </Button>
      )}
    </section>
  )
}

type EventProps = { group: Buchung[]; nameOf: (buchung: Buchung) => string; by: string }

function Event({ group, nameOf, by }: EventProps) {
  const [first] = group
  if (!first) return null
  const sum = group.reduce((total, { summe_cent }) => total + summe_cent, 0)
  return (
    <li>
      <div className="event-head">
        <time dateTime={first.erfasst_am}>{moment(first.erfasst_am)}</time>
        <span className="muted cut">
          {[first.lieferung_id ? "Lieferung" : "Büro", by].filter(Boolean).join(" · ")}
        </span>
        {first.storno_von && <Badge tone="warn">Storno</Badge>}
        <strong className="figures">{euro(sum)}</strong>
      </div>
      {first.grund && <p className="muted">{first.grund}</p>}
      <ul>
        {group.map((buchung) => (
          <li key={buchung.id}>
            <State of="buchung" value={buchung.art} />
            <span className="cut">
              {pieces(buchung.menge)} × {nameOf(buchung)}
            </span>
            <span className="figures muted">{euro(buchung.summe_cent)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Names of what the account holds, and of every article: bookings name only their ids. */
function useNames(konto: Konto | undefined): (buchung: Buchung) => string {
  const artikel = useGet("/api/pfandartikel", { query: { limit: 200 } })
  const names = new Map([
    ...(artikel.data?.items ?? []).map(({ id, bezeichnung }) => [id, bezeichnung] as const),
    ...(konto?.artikel ?? []).map(
      ({ pfandartikel_id, bezeichnung }) => [pfandartikel_id, bezeichnung] as const,
    ),
    ...(konto?.geraete ?? []).map(
      ({ geraet_id, bezeichnung, geraetenummer }) => [geraet_id, `${bezeichnung} ${geraetenummer}`] as const,
    ),
  ])
  return ({ pfandartikel_id, geraet_id }) =>
    names.get(pfandartikel_id ?? geraet_id ?? "") ?? (geraet_id ? "Gerät" : "Artikel")
}
