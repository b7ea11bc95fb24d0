import { pruefartInWords } from "../../../../lib/arten.ts"
import { Link } from "react-aria-components"
import { ago, date, euro, moment, shifted } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"
import { useConnections } from "./connections.ts"
import { type EntryProps, SHOWN, type Today, type Work } from "./model.ts"

/** Separates words; a line never begins with it. */
const BETWEEN = "\u00a0· "

/** Work left undone, which stays until somebody does it. */
export function Undone({ heute }: { heute: Today }) {
  const klaerungen = useList("/api/klaerungen", { query: { status: "offen", limit: SHOWN } }, { watch: true })
  const yesterday = shifted(heute.datum, -1)
  const works: Work[] = [
    {
      title: "Zu klären",
      count: klaerungen.items.length,
      more: klaerungen.hasMore,
      all: "/klaerungen",
      entries: klaerungen.items.map(({ id, kunde_name, fahrer_name, ablehnung, erfasst_am }) => ({
        id,
        href: `/klaerungen?id=${id}`,
        name: kunde_name || "Feierabend gezählt",
        words: `${fahrer_name ?? "Fahrer"}: ${ablehnung}`,
        when: ago(erfasst_am),
      })),
    },
    contested(heute.bestritten),
    trucks(
      "Feierabend nicht gezählt",
      heute.feierabend_fehlt,
      "Was abends auf dem Wagen war, steht nicht fest",
    ),
    trucks(
      "Feierabend neu zu zählen",
      heute.feierabend_neu_zu_zaehlen,
      "Nach der Zählung wurde noch etwas gebucht",
    ),
    ...useConnections(),
    deliveries("Neu zu planen", heute.neu_zu_planen, "/lieferungen?status=nicht_zugestellt"),
    regular("Liefertage, nicht geplant", heute.liefertage),
    regular("Liefertage, vorbei und nicht geplant", heute.liefertage_vorbei),
    deliveries("Losgefahren, nie beendet", heute.nie_beendet, "/lieferungen?status=nie_beendet&sort=datum"),
    deliveries("Geplant, nie begonnen", heute.nie_begonnen, `/lieferungen?status=geplant&bis=${yesterday}`),
    counting(heute.inventur_offen),
    devices("Verlorene Geräte", heute.geraete_verloren, "/geraete?status=verloren"),
    openDeposits(heute.geraete_pfand_offen),
    devices("Lange in Wartung", heute.geraete_lange_in_wartung, "/geraete?status=wartung&ueber_tagen=30"),
    tests(heute.pruefungen),
  ]
  const undone = works.filter(({ count }) => count > 0)
  return (
    <section className="undone-box" aria-labelledby="offen">
      <h2 id="offen">Liegengeblieben</h2>
      {undone.length === 0 ? (
        <p className="muted">Nichts ist liegengeblieben: keine Lieferung, keine Klärung, kein Gerät.</p>
      ) : (
        <div className="undone">
          {undone.map((work) => (
            <Group key={work.title} {...work} />
          ))}
        </div>
      )}
    </section>
  )
}

const contested = ({ anzahl, items }: Today["bestritten"]): Work => ({
  title: "Saldo bestritten",
  count: anzahl,
  more: anzahl > SHOWN,
  all: "/belege?antwort=zu_klaeren",
  entries: items.map(({ id, kunde_name, name, bemerkung, erstellt_am }) => ({
    id,
    href: `/belege?beleg=${id}`,
    name: kunde_name,
    words: `${name}: ${bemerkung}`,
    when: ago(erstellt_am),
  })),
})

const trucks = (title: string, { anzahl, items }: Today["feierabend_fehlt"], words: string): Work => ({
  title,
  count: anzahl,
  more: anzahl > SHOWN,
  all: "/feierabend",
  entries: items.map(({ datum, fahrer_id, fahrer_name }) => ({
    id: `${datum} ${fahrer_id}`,
    href: `/feierabend?datum=${datum}`,
    name: fahrer_name,
    words,
    when: date(datum),
  })),
})

const deliveries = (title: string, { anzahl, items }: Today["neu_zu_planen"], all: string): Work => ({
  title,
  count: anzahl,
  more: anzahl > SHOWN,
  all,
  entries: items.map(({ id, datum, kunde_name, ort, fahrer_name, grund, status, gestartet_am }) => ({
    id,
    href: `/lieferungen/${id}`,
    name: kunde_name,
    words: [grund, fahrer_name, ort].filter(Boolean).join(BETWEEN),
    when: status === "unterwegs" && gestartet_am ? `seit ${moment(gestartet_am)}` : date(datum),
  })),
})

/** Regular days that nobody has planned. */
const regular = (title: string, { anzahl, items }: Today["liefertage"]): Work => ({
  title,
  count: anzahl,
  more: anzahl > SHOWN,
  all: `/touren/woche?woche=${items[0]?.datum}`,
  entries: items.map(({ id, datum, kunde_name, ort, fahrer_name }) => ({
    id,
    href: `/touren/woche?woche=${datum}`,
    name: kunde_name,
    words: [fahrer_name ?? "Ohne Fahrer", ort].filter(Boolean).join(BETWEEN),
    when: date(datum),
  })),
})

/** While it is open, nobody is shown the stock. */
const counting = (inventur: Today["inventur_offen"]): Work => ({
  title: "Inventur noch offen",
  count: inventur ? 1 : 0,
  more: false,
  all: "/inventuren",
  entries: inventur
    ? [
        {
          id: inventur.id,
          href: `/inventuren/${inventur.id}`,
          name: inventur.bezeichnung,
          words: "Bis zum Abschluss zeigt niemand den Bestand",
          when: `seit ${date(inventur.erstellt_am)}`,
        },
      ]
    : [],
})

const devices = (title: string, { anzahl, items }: Today["geraete_verloren"], all: string): Work => ({
  title,
  count: anzahl,
  more: anzahl > SHOWN,
  all,
  entries: items.map(({ id, geraetenummer, bezeichnung, status_seit }) => ({
    id,
    href: `/geraete/${id}`,
    name: bezeichnung,
    words: geraetenummer,
    when: status_seit ? ago(status_seit) : "",
  })),
})

/** Of devices that are not with the customer whose account has the deposit, and not lost there either. */
const openDeposits = ({ anzahl, items }: Today["geraete_pfand_offen"]): Work => ({
  title: "Pfand offen, Gerät nicht dort",
  count: anzahl,
  more: anzahl > SHOWN,
  all: "/schwund?was=pfand&ort=woanders",
  entries: items.map(({ id, geraetenummer, bezeichnung, kunde_id, kunde_name, wert_cent }) => ({
    id: `${id} ${kunde_id}`,
    href: `/geraete/${id}`,
    name: bezeichnung,
    words: [geraetenummer, kunde_name].join(BETWEEN),
    when: euro(wert_cent),
  })),
})

const tests = (pruefungen: Today["pruefungen"]): Work => ({
  // What is due later is not left undone: it is only told in time.
  ...(pruefungen.ueberfaellig > 0
    ? { title: "Prüfungen überfällig", count: pruefungen.ueberfaellig }
    : { title: "Prüfungen in den nächsten 90 Tagen", count: pruefungen.tage_90 }),
  more: false,
  all: "/pruefplaene",
  above: <Due {...pruefungen} />,
  entries: pruefungen.items.map(({ id, geraet_id, bezeichnung, geraetenummer, art, naechste, tage }) => ({
    id,
    href: `/geraete/${geraet_id}`,
    name: bezeichnung,
    words: `${geraetenummer} · ${pruefartInWords[art]}`,
    when: tage < 0 ? `seit ${date(naechste)}` : date(naechste),
  })),
})

/** Numbers of due tests of devices. */
function Due({ ueberfaellig, tage_30, tage_60, tage_90 }: Today["pruefungen"]) {
  const counts = [
    ["-1", `überfällig ${ueberfaellig}`],
    ["30", `in 30 Tagen ${tage_30}`],
    ["60", `in 60 Tagen ${tage_60}`],
    ["90", `in 90 Tagen ${tage_90}`],
  ] as const
  return (
    <li>
      <span>
        {counts.map(([days, words], i) => (
          <span key={days}>
            {i > 0 && " · "}
            <Link href={`/pruefplaene?tage=${days}`}>{words}</Link>
          </span>
        ))}
      </span>
    </li>
  )
}

function Group({ title, count, more, all, above, entries }: Work) {
  const number = more && count <= SHOWN ? `${count}+` : count === 1000 ? "1000+" : count
  return (
    <div className="undone-group">
      <h3>
        {title} <span className="muted digits">{number}</span>
      </h3>
      <ul>
        {above}
        {entries.slice(0, SHOWN).map((entry) => (
          <Entry key={entry.id} {...entry} />
        ))}
      </ul>
      {more && <Link href={all}>Alle zeigen</Link>}
    </div>
  )
}

function Entry({ href, name, words, when }: EntryProps) {
  return (
    <li>
      <span className="cut">
        <Link href={href}>{name}</Link>{" "}
        <span className="muted" title={words}>
          {words}
        </span>
      </span>
      <span className="muted digits">{when}</span>
    </li>
  )
}
