import { useState } from "react"
import { among, isText } from "../../ui/state/address.ts"
import { statesOf } from "../../ui/parts/badge.tsx"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { later } from "../../ui/parts/later.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { SearchField } from "../../ui/fields/search-field.tsx"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn, Total } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useFilters } from "../../ui/state/url.ts"
import { useOpenByCode } from "./find.ts"

const Etiketten = later(() => import("../../ui/records/etiketten.tsx").then((part) => part.Etiketten))

type Geraet = Item<"/api/geraete">

const columns: TableColumn<Geraet>[] = [
  column.name("geraetenummer", "Nummer", { card: "line", width: 110 }),
  column.words("bezeichnung", "Bezeichnung", { card: "head", width: "3fr" }),
  column.state("geraet", "status", "Stand", { card: "end", width: 136 }),
  column.words("kunde_name", "Kunde", { card: "line", width: "3fr", leaves: 4 }),
  column.day("status_seit", "Seit", { width: 112, leaves: 2 }),
  column.text("typ", "Typ", { width: "1fr", leaves: 1 }),
  column.money("pfand_cent", "Pfand", { width: 120, leaves: 3 }),
]

const states = [{ id: "alle", label: "Jeder Stand" } as const, ...statesOf("geraet")]
const sorts = [
  { id: "geraetenummer", label: "Nach Nummer" },
  { id: "bezeichnung", label: "Nach Bezeichnung" },
] as const

/** All devices, by where they are; a scanner that types opens the one it reads. */
export default function GeraeteList() {
  const { field, asked } = useFilters({
    q: { fits: isText },
    status: { fits: among(states), none: "alle" },
    sort: { fits: among(sorts), none: "geraetenummer" },
  })
  const { q, status, sort } = asked
  const openByCode = useOpenByCode()
  const [labels, setLabels] = useState(false)
  const sorted = { q, sort: q ? undefined : sort, status }
  const list = useList("/api/geraete", { query: { ...sorted, total: true, limit: 100 } }, { watch: true })
  return (
    <Page
      title="Geräte"
      kind="full"
      actions={
        <>
          <Button icon="print" onPress={() => setLabels(true)}>
            Etiketten
          </Button>
          <TakeAlong path="/api/export/geraete" filters={{ q, status }} />
          <ButtonLink href="/geraete/neu" look="primary" icon="plus">
            Neues Gerät
          </ButtonLink>
        </>
      }
    >
      <div className="filters">
        <SearchField
          label="Geräte suchen"
          placeholder="Nummer, Strichcode, Bezeichnung"
          {...field("q")}
          onEnter={(text) => void openByCode(text)}
        />
        <Choice label="Stand" {...field("status")} options={states} bare />
        {!q && <Choice label="Reihenfolge" {...field("sort")} options={sorts} bare />}
        <Total of={list.total} one="Gerät" many="Geräte" />
      </div>
      <Table
        label="Geräte"
        columns={columns}
        list={list}
        href={({ id }) => `/geraete/${id}`}
        empty={q ? <NothingFound text={q} /> : status ? <NoneSo /> : <NoneYet />}
      />
      {labels && (
        <Etiketten
          path="/api/geraete/etiketten.pdf"
          filters={sorted}
          count={list.total}
          onClose={() => setLabels(false)}
        />
      )}
    </Page>
  )
}

const NothingFound = ({ text }: { text: string }) => (
  <>
    <p>
      Kein Gerät passt zu „{text}“. Gesucht wird nach Wortanfängen in Nummer, Bezeichnung, Typ, Seriennummer
      und Strichcode.
    </p>
    <ButtonLink href={`/geraete/neu?code=${encodeURIComponent(text)}`} icon="plus">
      Gerät mit diesem Strichcode anlegen
    </ButtonLink>
  </>
)

const NoneSo = () => <p>Kein Gerät ist in diesem Stand.</p>

const NoneYet = () => (
  <>
    <p>
      Hier stehen Ihre Geräte, die einzeln verliehen werden: Kühler, Zapfanlagen, Kaffeemaschinen. Von jedem
      sieht man, wo es ist und wo es vorher war.
    </p>
    <ButtonLink href="/geraete/neu" look="primary" icon="plus">
      Erstes Gerät anlegen
    </ButtonLink>
  </>
)
