import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useState } from "react"
import { useLocation } from "wouter"
import { type Answer, call } from "../../ui/api/call.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { TextField, Toggle } from "../../ui/fields/field.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { date, moment, today } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, refresh, useList } from "../../ui/state/query.ts"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"

type Inventur = Item<"/api/inventuren">

const states = {
  offen: ["Wird gezählt", "warn"],
  abgeschlossen: ["Abgeschlossen", "good"],
  verworfen: ["Verworfen", "plain"],
} as const

const columns: TableColumn<Inventur>[] = [
  {
    id: "bezeichnung",
    card: "head",
    label: "Inventur",
    width: "2fr",
    cell: ({ bezeichnung }) => <strong title={bezeichnung}>{bezeichnung}</strong>,
  },
  {
    id: "stand",
    card: "end",
    label: "Stand",
    width: 150,
    cell: ({ status }) => <Badge tone={states[status][1]}>{states[status][0]}</Badge>,
  },
  { id: "von", card: "line", label: "Begonnen", width: 160, cell: ({ erstellt_am }) => moment(erstellt_am) },
  { id: "wer", label: "Eröffnet von", width: 170, cell: (one) => one.eroeffnet_von_name, from: 1000 },
  { id: "bis", label: "Beendet", width: 160, cell: ({ beendet_am }) => moment(beendet_am), from: 700 },
]

/** Counts of the yard. */
export default function InventurenList() {
  const list = useList("/api/inventuren", { query: { limit: 100 } }, { watch: true })
  const [opening, setOpening] = useState(false)
  const isOpen = list.items.some(({ status }) => status === "offen")
  return (
    <Page
      title="Inventuren"
      back={{ href: "/lager", label: "Lager" }}
      kind="full"
      actions={
        <>
          <TakeAlong path="/api/export/inventuren" filters={{}} />
          {!isOpen && (
            <Button look="primary" icon="plus" onPress={() => setOpening(true)}>
              Inventur eröffnen
            </Button>
          )}
        </>
      }
    >
      <Table
        label="Inventuren"
        columns={columns}
        list={list}
        href={({ id }) => `/inventuren/${id}`}
        empty={
          <p>
            Hier stehen die Zählungen des Hofs. Mehrere zählen zugleich, am Telefon oder hier; was erwartet
            war, zeigt sich erst beim Abschluss.
          </p>
        }
      />
      {opening && <OpenPanel onClose={() => setOpening(false)} />}
    </Page>
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
    <FormPanel title="Inventur eröffnen" form={form} onClose={onClose}>
      <TextField label="Bezeichnung" maxLength={100} {...form.field("bezeichnung")} isRequired />
      <Toggle label="Auch Geräte suchen" {...form.field("mit_geraeten")} />
      <p className="muted">
        Niemand muss warten: Fahrer liefern weiter, das Büro bucht weiter. Was sich währenddessen bewegt, wird
        am Ende genannt.
      </p>
    </FormPanel>
  )
}
