import { useState } from "react"
import { useLocation } from "wouter"
import { type Answer, call } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { Choice, DateField, PrintedField, TimeField, Toggle } from "../../ui/fields/field.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { date, euro, moment, pieces, today } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"

type Inventur = Item<"/api/inventuren">

const WITH_RESULT = { ergebnis: true }

const columns: TableColumn<Inventur>[] = [
  column.name("bezeichnung", "Inventur", { width: "2fr" }),
  column.state("inventur", "status", "Stand", { card: "end", width: 150 }),
  {
    ...column.moment<Inventur>("erstellt_am", "Begonnen", { card: "line", width: 160 }),
    cell: ({ gezaehlt_am, erstellt_am }) => moment(gezaehlt_am ?? erstellt_am),
  },
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

type Opening = {
  bezeichnung: string
  mit_geraeten: boolean
  when: "now" | "paper"
  /** Of a count on paper: its day and time where this browser is. */
  tag: string | null
  zeit: string | null
}

const TIMES = [
  { id: "now", label: "ab jetzt" },
  { id: "paper", label: "schon geschehen, auf Papier" },
] as const

const named = (day: string): string => `Inventur ${date(day)}`

/** @returns the name with the day of the count, unless somebody has given it another one */
const nameFor = ({ bezeichnung, tag }: Opening, day: string | null): string =>
  bezeichnung === named(tag ?? today()) ? named(day ?? today()) : bezeichnung

/** @returns when a count on paper was made, as the service takes it. @throws ApiFault where the day or the time is missing */
function madeAt({ when, tag, zeit }: Opening): { gezaehlt_am?: string } {
  if (when === "now") return {}
  if (!tag) throw faultBefore("gezaehlt_am", "Bitte den Tag eintragen, an dem gezählt wurde")
  if (!zeit) throw faultBefore("zeit", "Bitte eintragen, um wie viel Uhr gezählt wurde")
  return { gezaehlt_am: new Date(`${tag}T${zeit}`).toISOString() }
}

function OpenPanel({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation()
  const form = useForm<Opening, Answer<"post", "/api/inventuren">>({
    draft: "inventuren/neu",
    initial: {
      bezeichnung: named(today()),
      mit_geraeten: true,
      when: "now",
      tag: null,
      zeit: null,
    },
    save: (values, id) =>
      call("post", "/api/inventuren", {
        body: {
          id,
          bezeichnung: values.bezeichnung,
          mit_geraeten: values.mit_geraeten ? 1 : 0,
          ...madeAt(values),
        },
      }),
    leave: ({ id }) => go(`/inventuren/${id}`),
  })
  return (
    <FormPanel title="Inventur eröffnen" form={form} action="Eröffnen" onClose={onClose}>
      <PrintedField label="Bezeichnung" maxLength={100} {...form.field("bezeichnung")} isRequired />
      <Choice label="Gezählt wird" options={TIMES} {...form.field("when")} />
      {form.values.when === "paper" && (
        <div className="pair">
          <DateField
            label="Gezählt am"
            {...form.field("tag", "gezaehlt_am")}
            onChange={(tag) => form.change((before) => ({ tag, bezeichnung: nameFor(before, tag) }))}
            isRequired
          />
          <TimeField label="Um" {...form.field("zeit")} isRequired />
        </div>
      )}
      <Toggle label="Auch Geräte suchen" {...form.field("mit_geraeten")} />
      <p className="muted">
        {form.values.when === "paper"
          ? "Verglichen wird mit dem Bestand, der zu dieser Zeit erwartet war. Was sich seitdem bewegt hat, kommt dazu. Was seitdem noch einmal gezählt wurde, lässt sich nicht eintragen. An den Telefonen erscheint diese Inventur nicht."
          : "Niemand muss warten: Fahrer liefern weiter, das Büro bucht weiter. Was sich währenddessen bewegt, wird am Ende genannt."}
      </p>
    </FormPanel>
  )
}
