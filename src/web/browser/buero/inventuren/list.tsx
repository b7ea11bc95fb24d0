import { useState } from "react"
import { useLocation } from "wouter"
import { type Answer, call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { PrintedField, Toggle } from "../../ui/fields/field.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { date, euro, pieces, today } from "../../ui/values/format.ts"
import { refresh } from "../../ui/state/query.ts"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"

type Inventur = Item<"/api/inventuren">

const WITH_RESULT = { ergebnis: true }

const columns: TableColumn<Inventur>[] = [
  column.name("bezeichnung", "Inventur", { width: "2fr" }),
  column.state("inventur", "status", "Stand", { card: "end", width: 150 }),
  column.moment("erstellt_am", "Begonnen", { card: "line", width: 160 }),
  {
    id: "fehlt",
    label: "Fehlt",
    figures: true,
    card: "line",
    width: 110,
    leaves: 4,
    cell: ({ ergebnis }) => (ergebnis?.fehlt ? `${pieces(ergebnis.fehlt)} Stück` : ""),
    onCard: ({ ergebnis }) => (ergebnis?.fehlt ? `${pieces(ergebnis.fehlt)} Stück fehlen` : ""),
  },
  {
    id: "fehlt_cent",
    label: "Pfand darauf",
    figures: true,
    width: 120,
    leaves: 3,
    cell: ({ ergebnis }) => (ergebnis?.fehlt_cent ? euro(ergebnis.fehlt_cent) : ""),
  },
  column.text("eroeffnet_von_name", "Eröffnet von", { width: 170, leaves: 1 }),
  column.moment("beendet_am", "Beendet", { width: 160, leaves: 2 }),
]

/** Counts of the yard. */
export default function InventurenList() {
  const [opening, setOpening] = useState(false)
  const openButton = (words: string) => (
    <Button look="primary" icon="plus" onPress={() => setOpening(true)}>
      {words}
    </Button>
  )
  return (
    <ListScreen
      title="Inventuren"
      path="/api/inventuren"
      also={WITH_RESULT}
      columns={columns}
      search="Inventur"
      href={({ id }) => `/inventuren/${id}`}
      file="/api/export/inventuren"
      renderActions={({ list, q }) =>
        q === undefined &&
        list.items.every(({ status }) => status !== "offen") &&
        openButton("Inventur eröffnen")
      }
      empty={{
        renderFound: (q) => <p>Keine Inventur heißt wie „{q}“.</p>,
        none: (
          <>
            <p>
              Hier stehen die Zählungen des Hofs, und was bei jeder gefehlt hat. Mehrere zählen zugleich, am
              Telefon oder hier.
            </p>
            {openButton("Erste Inventur eröffnen")}
          </>
        ),
      }}
    >
      {opening && <OpenPanel onClose={() => setOpening(false)} />}
    </ListScreen>
  )
}

function OpenPanel({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation()
  const form = useForm<{ bezeichnung: string; mit_geraeten: boolean }, Answer<"post", "/api/inventuren">>({
    draft: "inventuren/neu",
    initial: { bezeichnung: `Inventur ${date(today())}`, mit_geraeten: true },
    save: ({ bezeichnung, mit_geraeten }, id) =>
      call("post", "/api/inventuren", { body: { id, bezeichnung, mit_geraeten: mit_geraeten ? 1 : 0 } }),
    saved: ({ id }) => {
      void refresh("/api/inventuren", "/api/lager")
      form.reset()
      go(`/inventuren/${id}`)
    },
  })
  return (
    <FormPanel title="Inventur eröffnen" form={form} action="Eröffnen" onClose={onClose}>
      <PrintedField label="Bezeichnung" maxLength={100} {...form.field("bezeichnung")} isRequired />
      <Toggle label="Auch Geräte suchen" {...form.field("mit_geraeten")} />
      <p className="muted">
        Niemand muss warten: Fahrer liefern weiter, das Büro bucht weiter. Was sich währenddessen bewegt, wird
        am Ende genannt.
      </p>
    </FormPanel>
  )
}
