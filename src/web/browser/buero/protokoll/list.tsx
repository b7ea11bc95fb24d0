import { useState } from "react"
import { useLocation } from "wouter"
import { among, isDay, isId } from "../../ui/state/address.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { PeriodFilter, PersonFilter } from "../../ui/tables/filters.tsx"
import { moment } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/query.ts"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useParam } from "../../ui/state/url.ts"
import { EntryPanel } from "./entry.tsx"
import { actionInWords, type Eintrag, inShort, records } from "./words.ts"

const columns: TableColumn<Eintrag>[] = [
  { id: "zeit", card: "line", label: "Zeit", width: 156, cell: ({ erstellt_am }) => moment(erstellt_am) },
  {
    id: "was",
    card: "head",
    label: "Was",
    width: "3fr",
    cell: (eintrag) => <strong title={actionInWords(eintrag)}>{actionInWords(eintrag)}</strong>,
  },
  {
    id: "betrifft",
    card: "full",
    label: "Wen oder was",
    width: "3fr",
    cell: ({ betrifft }) => <span title={betrifft ?? ""}>{betrifft}</span>,
    from: 700,
  },
  {
    id: "wer",
    card: "line",
    label: "Wer",
    width: 140,
    cell: ({ mitarbeiter_name }) => <span title={mitarbeiter_name}>{mitarbeiter_name}</span>,
    from: 700,
  },
  {
    id: "aenderungen",
    label: "Von und nach",
    width: "4fr",
    cell: (eintrag) => (
      <span className="muted" title={inShort(eintrag)}>
        {inShort(eintrag)}
      </span>
    ),
    from: 940,
  },
]

const kinds = [
  { id: "alle", label: "Alles" },
  ...Object.entries(records).map(([id, { one }]) => ({ id, label: one })),
]

/** Log of changes, the newest first. */
export default function Protokoll() {
  const [, navigate] = useLocation()
  const [von, setVon] = useParam("von", isDay)
  const [bis, setBis] = useParam("bis", isDay)
  const [person, setPerson] = useParam("person", isId)
  const [tabelle, setTabelle] = useParam("tabelle", among(kinds), "alle")
  const [datensatz, setDatensatz] = useParam("datensatz", isId)
  const [shown, setShown] = useState<Eintrag>()
  const asked = {
    tabelle: tabelle === "alle" ? undefined : tabelle,
    datensatz_id: datensatz || undefined,
    mitarbeiter_id: person || undefined,
    von: von || undefined,
    bis: bis || undefined,
  }
  const list = useList("/api/protokoll", { query: { ...asked, limit: 100 } }, { watch: true })
  const filters = [von, bis, person, tabelle === "alle" ? "" : tabelle, datensatz]
  const isFiltered = filters.some((filter) => filter !== "")
  return (
    <Page title="Protokoll" kind="full">
      <div className="filters">
        <PeriodFilter von={von} bis={bis} setVon={setVon} setBis={setBis} />
        <PersonFilter id={person} set={setPerson} />
        <Choice label="Worum es geht" value={tabelle} onChange={setTabelle} options={kinds} bare />
        {datensatz && (
          <Button icon="close" onPress={() => setDatensatz("")}>
            Nur ein Datensatz
          </Button>
        )}
        {isFiltered && (
          <Button look="quiet" icon="close" onPress={() => navigate("/protokoll")}>
            Alle zeigen
          </Button>
        )}
        <TakeAlong path="/api/export/protokoll" filters={asked} />
      </div>
      <Table
        label="Protokoll"
        columns={columns}
        list={list}
        onOpen={setShown}
        place={`protokoll ${filters.join(" ")}`}
        empty={
          isFiltered ? (
            <p>Kein Eintrag passt zu diesen Filtern.</p>
          ) : (
            <p>
              Hier steht, wer wann was geändert und wer Daten vieler Kunden mitgenommen hat. Einträge lassen
              sich nicht ändern und nicht löschen.
            </p>
          )
        }
      />
      {shown && <EntryPanel key={shown.id} eintrag={shown} onClose={() => setShown(undefined)} />}
    </Page>
  )
}
