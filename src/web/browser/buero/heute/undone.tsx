import type { ReactNode } from "react"
import { Link } from "react-aria-components"
import { ago, date, moment, shifted } from "../../ui/values/format.ts"
import { artInWords } from "../../ui/records/pruefart.tsx"
import { useList } from "../../ui/state/query.ts"
import { useHasScreen } from "../../ui/state/screens.tsx"
import type { Heute } from "./model.ts"

type Lieferung = Heute["neu_zu_planen"]["items"][number]
type Geraet = Heute["geraete_verloren"]["items"][number]

/** Entries of each kind that are shown; all of them are one click away. */
const SHOWN = 5

/** Work left undone, which stays until somebody does it. */
export function Undone({ heute }: { heute: Heute }) {
  const klaerungen = useList("/api/klaerungen", { query: { status: "offen", limit: SHOWN } }, { watch: true })
  const yesterday = shifted(heute.datum, -1)
  const count =
    klaerungen.items.length +
    [heute.neu_zu_planen, heute.nie_beendet, heute.nie_begonnen].reduce((sum, one) => sum + one.anzahl, 0) +
    heute.geraete_verloren.anzahl +
    heute.geraete_lange_in_wartung.anzahl +
    heute.pruefungen.tage_90
  return (
    <section className="undone-box" aria-labelledby="offen">
      <h2 id="offen">Liegengeblieben</h2>
      {count === 0 ? (
        <p className="muted">Nichts ist liegengeblieben: keine Lieferung, keine Klärung, kein Gerät.</p>
      ) : (
        <div className="undone">
          <Group
            title="Zu klären"
            count={klaerungen.items.length}
            more={klaerungen.hasMore}
            all="/klaerungen"
          >
            {klaerungen.items.map(({ id, kunde_name, fahrer_name, ablehnung, erfasst_am }) => (
              <Entry
                key={id}
                href={`/klaerungen?id=${id}`}
                name={kunde_name || "Feierabend gezählt"}
                words={`${fahrer_name ?? "Fahrer"}: ${ablehnung}`}
                when={ago(erfasst_am)}
              />
            ))}
          </Group>
          <Deliveries
            title="Neu zu planen"
            list={heute.neu_zu_planen}
            all="/lieferungen?status=nicht_zugestellt"
          />
          <Deliveries
            title="Losgefahren, nie beendet"
            list={heute.nie_beendet}
            all="/lieferungen?status=unterwegs&sort=datum"
          />
          <Deliveries
            title="Geplant, nie begonnen"
            list={heute.nie_begonnen}
            all={`/lieferungen?status=geplant&bis=${yesterday}`}
          />
          <Devices title="Verlorene Geräte" list={heute.geraete_verloren} all="/geraete?status=verloren" />
          <Devices
            title="Lange in Wartung"
            list={heute.geraete_lange_in_wartung}
            all="/geraete?status=wartung"
          />
          <Tests pruefungen={heute.pruefungen} />
        </div>
      )}
    </section>
  )
}

type ListProps<I> = { title: string; list: { anzahl: number; items: I[] }; all: string }

const Deliveries = ({ title, list: { anzahl, items }, all }: ListProps<Lieferung>) => (
  <Group title={title} count={anzahl} more={anzahl > SHOWN} all={all}>
    {items.slice(0, SHOWN).map(({ id, datum, kunde_name, ort, fahrer_name, grund, status, gestartet_am }) => (
      <Entry
        key={id}
        href={`/lieferungen/${id}`}
        name={kunde_name}
        words={[grund, fahrer_name, ort].filter(Boolean).join(" · ")}
        when={status === "unterwegs" && gestartet_am ? `seit ${moment(gestartet_am)}` : date(datum)}
      />
    ))}
  </Group>
)

const Devices = ({ title, list: { anzahl, items }, all }: ListProps<Geraet>) => (
  <Group title={title} count={anzahl} more={anzahl > SHOWN} all={all}>
    {items.slice(0, SHOWN).map(({ id, geraetenummer, bezeichnung, status_seit }) => (
      <Entry
        key={id}
        href={`/geraete/${id}`}
        name={bezeichnung}
        words={geraetenummer}
        when={status_seit ? ago(status_seit) : ""}
      />
    ))}
  </Group>
)

/** Numbers of due tests of devices. */
function Tests({
  pruefungen: { ueberfaellig, tage_30, tage_60, tage_90, items },
}: Pick<Heute, "pruefungen">) {
  const has = useHasScreen()
  const counts = [
    ["-1", "überfällig", ueberfaellig],
    ["30", "in 30 Tagen", tage_30],
    ["60", "in 60 Tagen", tage_60],
    ["90", "in 90 Tagen", tage_90],
  ] as const
  return (
    <Group title="Prüfungen fällig" count={tage_90} more={false} all="/pruefplaene">
      <li>
        <span>
          {counts.map(([tage, words, count], i) => (
            <span key={tage}>
              {i > 0 && " · "}
              {has("/pruefplaene") ? (
                <Link href={`/pruefplaene?tage=${tage}`}>{`${words} ${count}`}</Link>
              ) : (
                `${words} ${count}`
              )}
            </span>
          ))}
        </span>
      </li>
      {items.slice(0, SHOWN).map(({ id, geraet_id, bezeichnung, geraetenummer, art, naechste, tage }) => (
        <Entry
          key={id}
          href={`/geraete/${geraet_id}`}
          name={bezeichnung}
          words={`${geraetenummer} · ${artInWords(art)}`}
          when={tage < 0 ? `seit ${date(naechste)}` : date(naechste)}
        />
      ))}
    </Group>
  )
}

type GroupProps = { title: string; count: number; more: boolean; all: string; children: ReactNode }

function Group({ title, count, more, all, children }: GroupProps) {
  const has = useHasScreen()
  if (count === 0) return null
  const number = more && count <= SHOWN ? `${count}+` : count === 1000 ? "1000+" : count
  return (
    <div className="undone-group">
      <h3>
        {title} <span className="muted digits">{number}</span>
      </h3>
      <ul>{children}</ul>
      {more && has(all.split("?")[0] ?? "") && <Link href={all}>Alle zeigen</Link>}
    </div>
  )
}

function Entry({ href, name, words, when }: { href: string; name: string; words: string; when: string }) {
  const has = useHasScreen()
  const [, first = ""] = href.split("/")
  const isThere = has(`/${first}/:id`) || has(`/${first.split("?")[0]}`)
  return (
    <li>
      <span className="cut">
        {isThere ? <Link href={href}>{name}</Link> : <strong>{name}</strong>}{" "}
        <span className="muted" title={words}>
          {words}
        </span>
      </span>
      <span className="muted digits">{when}</span>
    </li>
  )
}
