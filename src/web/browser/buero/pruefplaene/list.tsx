import { Link } from "react-aria-components"
import { pruefartInWords } from "../../../../lib/arten.ts"
import { pieces } from "../../ui/values/format.ts"
import { optionsOf } from "../../ui/forms/form-of.ts"
import { filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { Due } from "../../ui/records/pruefart.tsx"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"

type Faellig = Item<"/api/pruefplaene">

const columns: TableColumn<Faellig>[] = [
  column.words("bezeichnung", "Gerät", { card: "head", width: "3fr" }),
  column.name("geraetenummer", "Nummer", { card: "line", width: 110 }),
  { id: "art", card: "line", label: "Prüfung", width: 130, cell: ({ art }) => pruefartInWords[art] },
  column.day("naechste", "Fällig am", { card: "line", width: 112, below: "tage", leaves: 3 }),
  {
    id: "tage",
    card: "end",
    label: "Frist",
    width: 136,
    cell: ({ tage }) => <Due tage={tage} />,
  },
  column.words("kunde_name", "Kunde", { width: "2fr", leaves: 4 }),
  column.state("geraet", "status", "Stand", { width: 136, below: "kunde_name", leaves: 2 }),
  column.day("letzte", "Zuletzt", { width: 112, below: "art", leaves: 1 }),
]

const within = [
  { id: "-1", label: "Überfällig" },
  { id: "30", label: "In den nächsten 30 Tagen" },
  { id: "60", label: "In den nächsten 60 Tagen" },
  { id: "90", label: "In den nächsten 90 Tagen" },
  { id: "alle", label: "Alle Termine" },
] as const
const kinds = [{ id: "alle", label: "Jede Prüfung" }, ...optionsOf(pruefartInWords)] as const

const filters = [filter.number("tage", "Fällig", within, "90"), filter.choice("art", "Prüfung", kinds)]

/** The service counts no further. */
const MANY = 1000

/** Tests to do, the most urgent first. */
export default function PruefplaeneList() {
  return (
    <ListScreen
      title="Prüftermine"
      path="/api/pruefplaene"
      columns={columns}
      search="Gerät, Nummer, Strichcode"
      filters={filters}
      count={(n) => `${pieces(n)}${n === MANY ? " oder mehr" : ""} ${n === 1 ? "Termin" : "Termine"}`}
      href={({ geraet_id }) => `/geraete/${geraet_id}`}
      file="/api/export/pruefplaene"
      empty={{
        renderFound: (q) => <p>Kein Prüftermin passt zu „{q}“. Gesucht wird nach dem Gerät.</p>,
        none: (
          <p>
            Kein Prüftermin steht an. Was bei einem Gerät zu prüfen ist (TÜV, Druckprüfung, Eichung,
            Reinigung), tragen Sie auf der Seite des <Link href="/geraete">Geräts</Link> unter „Prüfungen“
            ein.
          </p>
        ),
      }}
    />
  )
}
