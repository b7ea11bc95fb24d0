import { TakeAlong } from "../../ui/records/take-along.tsx"
import { among, isId } from "../../ui/state/address.ts"
import { AnswerState, type Beleg } from "../../ui/records/answer-state.tsx"
import { belegarten } from "../../ui/records/beleg.ts"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { euro, moment, pieces } from "../../ui/values/format.ts"
import { KundeFilter } from "../../ui/tables/kunde-filter.tsx"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { useParam } from "../../ui/state/url.ts"
import { Detail } from "./detail.tsx"

const columns: TableColumn<Item<"/api/belege">>[] = [
  {
    id: "titel",
    card: "head",
    label: "Beleg",
    width: "3fr",
    cell: ({ titel }) => <strong title={titel}>{titel}</strong>,
  },
  {
    id: "kunde",
    card: "full",
    label: "Kunde",
    width: "2fr",
    cell: ({ kunde_name }) => <span title={kunde_name ?? undefined}>{kunde_name}</span>,
    from: 820,
  },
  {
    id: "erstellt",
    card: "line",
    label: "Gemacht",
    width: 150,
    cell: ({ erstellt_am }) => moment(erstellt_am),
    from: 480,
  },
  {
    id: "wer",
    label: "Von",
    width: "1fr",
    cell: ({ erstellt_von_name }) => <span title={erstellt_von_name}>{erstellt_von_name}</span>,
    from: 1024,
  },
  {
    id: "antwort",
    card: "line",
    label: "Antwort",
    width: 130,
    cell: (beleg) => AnswerState({ beleg }),
    from: 700,
  },
  {
    id: "saldo",
    card: "end",
    label: "Saldo",
    width: 120,
    cell: ({ saldo_cent }) => (saldo_cent === null ? "" : euro(saldo_cent)),
    figures: true,
    from: 700,
  },
]

type Art = Beleg["art"] | "alle"
const kinds = [
  { id: "alle", label: "Alle Arten" },
  ...(Object.keys(belegarten) as Beleg["art"][]).map((id) => ({ id, label: belegarten[id] })),
] as { id: Art; label: string }[]
const answers = [
  { id: "alle", label: "Mit und ohne Antwort" },
  { id: "bestaetigt", label: "Bestätigt" },
  { id: "bestritten", label: "Bestritten" },
] as const

/** Everything that was printed or exported: when, by whom, and the same bytes again. */
export default function BelegeList() {
  const [art, setArt] = useParam("art", among(kinds), "alle")
  const [antwort, setAntwort] = useParam("antwort", among(answers), "alle")
  const [kunde, setKunde] = useParam("kunde", isId)
  const [auftrag, setAuftrag] = useParam("auftrag", isId)
  const [beleg, setBeleg] = useParam("beleg", isId)
  const filters = {
    art: art === "alle" ? undefined : art,
    antwort: antwort === "alle" ? undefined : antwort,
    kunde_id: kunde || undefined,
    auftrag_id: auftrag || undefined,
  }
  const list = useList("/api/belege", { query: { ...filters, total: true, limit: 100 } })
  const filtered = art !== "alle" || antwort !== "alle" || kunde !== "" || auftrag !== ""
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
        <KundeFilter id={kunde} set={setKunde} />
        <Choice label="Art" value={art} onChange={setArt} options={kinds} bare />
        <Choice label="Antwort" value={antwort} onChange={setAntwort} options={answers} bare />
        {auftrag !== "" && (
          <Choice
            label="Auftrag"
            value="nur"
            onChange={(value) => value === "alle" && setAuftrag("")}
            options={[
              { id: "nur", label: "Nur aus einem Druck" },
              { id: "alle", label: "Alle" },
            ]}
            bare
          />
        )}
        <p className="count" role="status">
          {list.total === undefined ? "" : `${pieces(list.total)} ${list.total === 1 ? "Beleg" : "Belege"}`}
        </p>
      </div>
      <Table
        label="Belege"
        columns={columns}
        list={list}
        onOpen={({ id }) => setBeleg(id)}
        place={`belege ${art} ${antwort} ${kunde} ${auftrag}`}
        empty={filtered ? <p>Dazu gibt es keinen Beleg.</p> : <NoneYet />}
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
