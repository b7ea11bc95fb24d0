import { statesOf } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { FromTable } from "../../ui/records/from-table.tsx"
import { filter } from "../../ui/lists/filter.tsx"
import { EtikettenButton } from "../../ui/lists/files.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { plural } from "../../ui/values/format.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { useOpenByCode } from "./open-by-code.ts"
import { manyFor } from "./many.tsx"

type Geraet = Item<"/api/geraete">

const columns: TableColumn<Geraet>[] = [
  column.name("geraetenummer", "Nummer", { card: "line", width: 110, sort: "geraetenummer" }),
  column.words("bezeichnung", "Bezeichnung", { card: "head", width: "3fr", sort: "bezeichnung" }),
  column.state("geraet", "status", "Stand", { card: "end", width: 136 }),
  {
    id: "kunde_name",
    label: "Kunde",
    card: "line",
    width: "3fr",
    leaves: 4,
    cell: (geraet) => <Where {...geraet} />,
  },
  column.day("status_seit", "Seit", { width: 112, below: "status", leaves: 3 }),
  column.text("typ", "Typ", { width: "1fr", leaves: 1 }),
  column.money("pfand_cent", "Pfand/Kaution", { width: 120, leaves: 2 }),
]

/** Whoever has it; of a customer with several Standorte, at which of them. */
function Where({ kunde_name, standort_name }: Pick<Geraet, "kunde_name" | "standort_name">) {
  const words = [kunde_name, standort_name].filter(Boolean).join(", ")
  return <span title={words}>{words}</span>
}

const states = [{ id: "alle", label: "Jeder Stand" } as const, ...statesOf("geraet")]
const times = [
  { id: "alle", label: "Egal seit wann" },
  { id: "30", label: "Seit über 30 Tagen" },
  { id: "90", label: "Seit über 90 Tagen" },
  { id: "365", label: "Seit über einem Jahr" },
] as const
const filters = [
  filter.choice("status", "Stand", states),
  filter.number("ueber_tagen", "Wie lange in diesem Stand", times, "alle"),
]

/** All devices, by where they are; a scanner that types opens the one it reads. */
export default function GeraeteList() {
  const openByCode = useOpenByCode()
  const { rolle } = useAccount()
  return (
    <ListScreen
      title="Geräte"
      path="/api/geraete"
      columns={columns}
      search="Nummer, Strichcode, Bezeichnung"
      ranked="at first"
      onEnter={(text) => void openByCode(text)}
      filters={filters}
      sort="geraetenummer"
      count={(n) => plural(n, "Gerät", "Geräte")}
      href={({ id }) => `/geraete/${id}`}
      many={manyFor(rolle)}
      file="/api/export/geraete"
      renderActions={({ sorted, total }) => (
        <>
          <EtikettenButton path="/api/geraete/etiketten.pdf" filters={sorted} count={total} />
          <FromTable schritt="geraete" beside />
          <ButtonLink href="/geraete/neu" look="primary" icon="plus">
            Neues Gerät
          </ButtonLink>
        </>
      )}
      empty={{
        renderFound: (q) => <NothingFound text={q} />,
        filtered: "Kein Gerät ist so lange in diesem Stand.",
        none: <NoneYet />,
      }}
    />
  )
}

const NothingFound = ({ text }: { text: string }) => (
  <>
    <p>
      Kein Gerät passt zu „{text}“. Gesucht wird nach Wortanfängen in Nummer, Bezeichnung, Typ, Seriennummer
      und Strichcode, nicht nach Kunde oder Standort: Was wo steht, zeigt der Kunde unter „Bestand“.
    </p>
    <ButtonLink href={`/geraete/neu?code=${encodeURIComponent(text)}`} icon="plus">
      Gerät mit diesem Strichcode anlegen
    </ButtonLink>
  </>
)

const NoneYet = () => (
  <>
    <p>
      Hier stehen Ihre Geräte, die einzeln verliehen werden: Kühler, Zapfanlagen, Kaffeemaschinen. Von jedem
      sieht man, wo es ist und wo es vorher war.
    </p>
    <ButtonLink href="/geraete/neu" look="primary" icon="plus">
      Erstes Gerät anlegen
    </ButtonLink>
    <FromTable schritt="geraete" />
  </>
)
