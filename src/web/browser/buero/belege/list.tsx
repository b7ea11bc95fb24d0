import { belegartInWords } from "../../../../lib/arten.ts"
import { isId } from "../../ui/state/address.ts"
import { AnswerState, fileKind } from "../../ui/records/answer-state.tsx"
import { optionsOf } from "../../ui/forms/form-of.ts"
import { statesOf } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { type Filter, filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { plural } from "../../ui/values/format.ts"
import { useParam } from "../../ui/state/url.ts"
import { Detail } from "./detail.tsx"

const columns: TableColumn<Item<"/api/belege">>[] = [
  column.name("titel", "Brief", { width: "3fr" }),
  column.words("kunde_name", "Kunde", { card: "full", width: "2fr", leaves: 4 }),
  column.moment("erstellt_am", "Gemacht", { card: "line", width: 150, leaves: 5, sort: "-erstellt_am" }),
  column.words("erstellt_von_name", "Von", { width: "1fr", leaves: 1 }),
  {
    id: "datei",
    card: "line",
    label: "Datei",
    width: 76,
    cell: (beleg) => fileKind(beleg),
    below: "erstellt_am",
    leaves: 1,
  },
  {
    id: "antwort",
    card: "line",
    label: "Antwort",
    width: 130,
    cell: (beleg) => AnswerState({ beleg }),
    // Whether a balance is confirmed or contested is seen at every width.
    below: "titel",
    leaves: 3,
  },
  column.money("saldo_cent", "Betrag", { card: "end", width: 120, leaves: 2 }),
]

const kinds = [{ id: "alle", label: "Alle Arten" }, ...optionsOf(belegartInWords)] as const
const answers = [{ id: "alle", label: "Mit und ohne Antwort" }, ...statesOf("antwort")] as const

const contested = { id: "zu_klaeren", label: "Bestritten, noch zu klären" } as const

/** The letters of one job; shown only to somebody who came from it. */
const job: Filter<{ auftrag_id?: string }> = {
  takes: { auftrag: { fits: isId } },
  ask: ({ auftrag }) => (auftrag ? { auftrag_id: auftrag } : {}),
  Show: ({ field }) => {
    const { value, onChange } = field("auftrag")
    const options = [
      { id: "nur", label: "Nur aus einem Druck" },
      { id: "alle", label: "Alle" },
    ]
    const choose = (chosen: string) => chosen === "alle" && onChange("")
    return value && <Choice label="Auftrag" value="nur" onChange={choose} options={options} bare />
  },
}

const filters = [
  filter.kunde(),
  filter.choice("art", "Art", kinds),
  filter.choiceOr("antwort", "Antwort", answers, contested),
  job,
]

/** Everything that was printed or exported: when, by whom, and the same file again. */
export default function BelegeList() {
  const [beleg, setBeleg] = useParam("beleg", isId)
  return (
    <ListScreen
      title="Briefe"
      path="/api/belege"
      columns={columns}
      search="Kunde"
      filters={filters}
      sort="-erstellt_am"
      count={(n) => plural(n, "Brief", "Briefe")}
      onOpen={({ id }) => setBeleg(id)}
      file="/api/export/belege"
      actions={
        <>
          <ButtonLink href="/salden?sort=seit_am" icon="balance">
            Salden und Alter
          </ButtonLink>
          <ButtonLink href="/belege/druck" look="primary" icon="print">
            Briefe für alle
          </ButtonLink>
        </>
      }
      empty={{
        renderFound: (q) => <p>Kein Brief passt zu „{q}“. Gesucht wird nach dem Kunden.</p>,
        filtered: "Dazu gibt es keinen Brief.",
        none: <NoneYet />,
      }}
    >
      {beleg && <Detail key={beleg} id={beleg} onClose={() => setBeleg("")} />}
    </ListScreen>
  )
}

const NoneYet = () => (
  <>
    <p>
      Hier steht, was gedruckt oder exportiert wurde, wann und von wem; dieselbe Datei lässt sich noch einmal
      holen. Verschickt wird nichts von selbst.
    </p>
    <ButtonLink href="/belege/druck" look="primary" icon="print">
      Briefe für alle
    </ButtonLink>
  </>
)
