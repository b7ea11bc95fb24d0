import { belegartInWords } from "../../../../lib/arten.ts"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { among, isId } from "../../ui/state/address.ts"
import { AnswerState } from "../../ui/records/answer-state.tsx"
import { optionsOf } from "../../ui/forms/form-of.ts"
import { statesOf } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { KundeFilter } from "../../ui/tables/filters.tsx"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn, Total } from "../../ui/tables/table.tsx"
import { useFilters, useParam } from "../../ui/state/url.ts"
import { Detail } from "./detail.tsx"

const columns: TableColumn<Item<"/api/belege">>[] = [
  column.name("titel", "Beleg", { width: "3fr" }),
  column.words("kunde_name", "Kunde", { card: "full", width: "2fr", leaves: 4 }),
  column.moment("erstellt_am", "Gemacht", { card: "line", width: 150, leaves: 5 }),
  column.words("erstellt_von_name", "Von", { width: "1fr", leaves: 1 }),
  {
    id: "antwort",
    card: "line",
    label: "Antwort",
    width: 130,
    cell: (beleg) => AnswerState({ beleg }),
    leaves: 3,
  },
  column.money("saldo_cent", "Saldo", { card: "end", width: 120, leaves: 2 }),
]

const kinds = [{ id: "alle", label: "Alle Arten" }, ...optionsOf(belegartInWords)] as const
const answers = [{ id: "alle", label: "Mit und ohne Antwort" }, ...statesOf("antwort")] as const

/** Everything that was printed or exported: when, by whom, and the same bytes again. */
export default function BelegeList() {
  const { field, asked, isFiltered } = useFilters({
    art: { fits: among(kinds), none: "alle" },
    antwort: { fits: among(answers), none: "alle" },
    kunde: { fits: isId },
    auftrag: { fits: isId },
  })
  const { kunde, auftrag, ...same } = asked
  const filters = { ...same, kunde_id: kunde, auftrag_id: auftrag }
  const [beleg, setBeleg] = useParam("beleg", isId)
  const list = useList("/api/belege", { query: { ...filters, total: true, limit: 100 } }, { watch: true })
  return (
    <Page
      title="Belege"
      kind="full"
      actions={
        <>
          <TakeAlong path="/api/export/belege" filters={filters} />
          <ButtonLink href="/salden?sort=seit_am" icon="balance">
            Salden und Alter
          </ButtonLink>
          <ButtonLink href="/belege/druck" look="primary" icon="print">
            Für alle drucken
          </ButtonLink>
        </>
      }
    >
      <div className="filters">
        <KundeFilter {...field("kunde")} />
        <Choice label="Art" {...field("art")} options={kinds} bare />
        <Choice label="Antwort" {...field("antwort")} options={answers} bare />
        {auftrag && (
          <Choice
            label="Auftrag"
            value="nur"
            onChange={(value) => value === "alle" && field("auftrag").onChange("")}
            options={[
              { id: "nur", label: "Nur aus einem Druck" },
              { id: "alle", label: "Alle" },
            ]}
            bare
          />
        )}
        <Total of={list.total} one="Beleg" many="Belege" />
      </div>
      <Table
        label="Belege"
        columns={columns}
        list={list}
        onOpen={({ id }) => setBeleg(id)}
        empty={isFiltered ? <p>Dazu gibt es keinen Beleg.</p> : <NoneYet />}
      />
      {beleg && <Detail key={beleg} id={beleg} onClose={() => setBeleg("")} />}
    </Page>
  )
}

const NoneYet = () => (
  <>
    <p>
      Hier steht, was gedruckt oder exportiert wurde: wann, von wem, und dieselbe Datei noch einmal.
      Verschickt wird nichts von selbst.
    </p>
    <ButtonLink href="/belege/druck" look="primary" icon="print">
      Kontoauszüge für alle drucken
    </ButtonLink>
  </>
)
