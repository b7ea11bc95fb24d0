import { useAccount } from "../../ui/session/account.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { FromTable } from "../../ui/records/from-table.tsx"
import { plural, span } from "../../ui/values/format.ts"
import { filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { many } from "./many.ts"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"

type Kunde = Item<"/api/kunden">

const columns: TableColumn<Kunde>[] = [
  column.name("name", "Name", { width: "3fr", sort: "name" }),
  column.text("kundennummer", "Nummer", { card: "line", width: 110, leaves: 5, sort: "kundennummer" }),
  {
    id: "ort",
    card: "line",
    label: "Ort",
    sort: "ort",
    width: "2fr",
    cell: ({ plz, ort }) => [plz, ort].filter(Boolean).join(" "),
  },
  column.balance("saldo_cent", "Pfand", {
    card: "end",
    width: 112,
    leaves: 6,
    sortsAt: { path: "/salden", sort: "-wert_cent", name: "Salden und Alter" },
  }),
  column.text("strasse", "Straße", { width: "2fr", leaves: 2 }),
  column.text("telefon", "Telefon", { width: 150, leaves: 3 }),
  {
    id: "zeit",
    label: "Lieferzeit",
    width: 120,
    cell: ({ lieferzeit_von, lieferzeit_bis }) => span(lieferzeit_von, lieferzeit_bis),
    leaves: 1,
  },
  {
    id: "aktiv",
    card: "line",
    label: "Stand",
    width: 110,
    cell: ({ aktiv }) => (aktiv ? "" : <Badge tone="warn">Inaktiv</Badge>),
    leaves: 4,
  },
]

const states = [
  { id: "1", label: "Aktive" },
  { id: "0", label: "Inaktive" },
  { id: "alle", label: "Alle" },
] as const

/** All customers; the search finds any letters of number, name, place or telephone. */
export default function KundenList() {
  const mayTake = useAccount().rolle !== "user"
  return (
    <ListScreen
      title="Kunden"
      path="/api/kunden"
      columns={columns}
      also={WITH_SALDO}
      search="Name, Nummer, Ort, Telefon"
      ranked="at first"
      filters={filters}
      sort="name"
      orders={orders}
      count={(n) => plural(n, "Kunde", "Kunden")}
      href={({ id }) => `/kunden/${id}`}
      many={many}
      {...(mayTake && { file: "/api/export/kunden" })}
      actions={
        <>
          <FromTable schritt="kunden" beside />
          <ButtonLink href="/kunden/neu" look="primary" icon="plus">
            Neuer Kunde
          </ButtonLink>
        </>
      }
      empty={{
        renderFound: (q) => <NothingFound text={q} />,
        renderNone: ({ asked }) => (asked["aktiv"] === "0" ? <p>Kein Kunde ist inaktiv.</p> : <NoneYet />),
      }}
    />
  )
}

const WITH_SALDO = { saldo: true }
const filters = [filter.number("aktiv", "Stand", states, "1")]
const orders = [{ id: "-aktualisiert_am", label: "Zuletzt geändert" }]

const NothingFound = ({ text }: { text: string }) => (
  <>
    <p>
      Kein Kunde passt zu „{text}“. Gesucht wird nach Wortanfängen in Nummer, Name, Anschrift und Telefon.
    </p>
    <ButtonLink href={`/kunden/neu?name=${encodeURIComponent(text)}`} icon="plus">
      „{text}“ anlegen
    </ButtonLink>
  </>
)

const NoneYet = () => (
  <>
    <p>Hier stehen Ihre Kunden: wer wo ist, was dort steht, und wie viel Pfand das ist.</p>
    <ButtonLink href="/kunden/neu" look="primary" icon="plus">
      Ersten Kunden anlegen
    </ButtonLink>
    <FromTable schritt="kunden" />
  </>
)
