import { useAccount } from "../../ui/session/account.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { FromTable } from "../../ui/records/from-table.tsx"
import { filter } from "../../ui/lists/filter.tsx"
import { EtikettenButton } from "../../ui/lists/files.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { declared } from "./words.ts"
import { piecesInWords } from "../../ui/values/contents.ts"
import { plural } from "../../ui/values/format.ts"

type Artikel = Item<"/api/pfandartikel">

const columns: TableColumn<Artikel>[] = [
  column.name("bezeichnung", "Bezeichnung", { width: "3fr", sort: "bezeichnung" }),
  column.text("nummer", "Nummer", { card: "line", width: 110, leaves: 4, sort: "nummer" }),
  {
    id: "teile",
    label: "Bestandteile",
    width: "3fr",
    cell: ({ bestandteile }) => (
      <span className="muted" title={piecesInWords(bestandteile)}>
        {piecesInWords(bestandteile)}
      </span>
    ),
    leaves: 2,
  },
  {
    id: "klasse",
    label: "Umsatzsteuer",
    width: 170,
    cell: ({ ust_klasse }) => declared.words.ust_klasse(ust_klasse),
    leaves: 1,
  },
  {
    id: "aktiv",
    card: "line",
    label: "Stand",
    width: 150,
    cell: ({ aktiv }) => (aktiv ? "" : <Badge tone="warn">Nicht im Umlauf</Badge>),
    leaves: 3,
  },
  column.money("pfand_cent", "Pfand", { card: "end", width: 90 }),
]

const kinds = [
  { id: "alle", label: "Einzeln und Gebinde" },
  { id: "einzeln", label: "Nur einzelne" },
  { id: "gebinde", label: "Nur Gebinde" },
] as const
const states = [
  { id: "1", label: "Im Umlauf" },
  { id: "0", label: "Nicht im Umlauf" },
  { id: "alle", label: "Alle" },
] as const
const filters = [filter.choice("art", "Art", kinds), filter.number("aktiv", "Stand", states, "1")]

/** List of articles. */
export default function ArtikelList() {
  const mayChange = useAccount().rolle !== "user"
  return (
    <ListScreen
      title="Artikel"
      path="/api/pfandartikel"
      columns={columns}
      search="Nummer, Bezeichnung, Strichcode"
      ranked="always"
      filters={filters}
      sort="nummer"
      count={(n) => plural(n, "Artikel", "Artikel")}
      href={({ id }) => `/artikel/${id}`}
      file="/api/export/pfandartikel"
      about={mayChange ? undefined : <p className="count">{BY_ADMIN}</p>}
      renderActions={({ sorted, total }) => (
        <>
          <EtikettenButton path="/api/pfandartikel/etiketten.pdf" filters={sorted} count={total} />
          <FromTable schritt="pfandartikel" beside />
          {mayChange && <NewLink>Neuer Artikel</NewLink>}
        </>
      )}
      empty={{
        renderFound: (q) => (
          <>
            <p>Kein Artikel passt zu „{q}“. Gesucht wird nach Nummer, Bezeichnung und Strichcode.</p>
            {mayChange ? (
              <ButtonLink href={`/artikel/neu?name=${encodeURIComponent(q)}`} icon="plus">
                „{q}“ anlegen
              </ButtonLink>
            ) : (
              <p>{BY_ADMIN}</p>
            )}
          </>
        ),
        filtered: "Kein Artikel passt zu dieser Auswahl.",
        none: (
          <>
            <p>
              Hier stehen Ihre Pfandartikel: Flaschen, Kästen, Fässer, Paletten. Ein Gebinde wie der volle
              Kasten besteht aus einzelnen Artikeln und wird als seine Teile gebucht.
            </p>
            {mayChange ? <NewLink>Ersten Artikel anlegen</NewLink> : <p>{BY_ADMIN}</p>}
            <FromTable schritt="pfandartikel" />
          </>
        ),
      }}
    />
  )
}

/** For whom there is no button. */
const BY_ADMIN = "Artikel anlegen: nur die Verwaltung."

const NewLink = ({ children }: { children: string }) => (
  <ButtonLink href="/artikel/neu" look="primary" icon="plus">
    {children}
  </ButtonLink>
)
