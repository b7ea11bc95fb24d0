import { abrechnungsformInWords, abrechnungsversandInWords } from "../../../../lib/arten.ts"
import { isId, isMonth, requireFound } from "../../ui/state/address.ts"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { type Filter, filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { period, plural, today } from "../../ui/values/format.ts"
import { daysOf, monthsBefore } from "../../ui/values/month.ts"
import { nameOf } from "../../ui/records/job.tsx"
import type { Item } from "../../ui/state/list.ts"
import { useGet } from "../../ui/state/query.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { LetterheadMissing } from "./letterhead-missing.tsx"
import { manyOf } from "./many.ts"
import { StateBadge } from "./state-badge.tsx"

type Listeneintrag = Item<"/api/abrechnungen">

const columns: TableColumn<Listeneintrag>[] = [
  {
    id: "nummer",
    card: "line",
    label: "Nummer",
    width: 168,
    cell: ({ nummer }) => <strong>{nummer}</strong>,
  },
  column.day("datum", "Ausgestellt", { card: "line", width: 112, leaves: 4, sort: "-datum" }),
  column.words("kunde_name", "Kunde", { card: "head", width: "3fr" }),
  {
    id: "zeitraum",
    label: "Zeitraum",
    width: 224,
    cell: ({ von, bis }) => period(von, bis),
    below: "kunde_name",
    leaves: 3,
  },
  {
    id: "form",
    label: "Form",
    width: 110,
    cell: ({ form }) => abrechnungsformInWords[form ?? "papier"],
    below: "nummer",
    leaves: 2,
  },
  {
    id: "versand",
    label: "Versand",
    width: 120,
    cell: ({ versand }) => abrechnungsversandInWords[versand],
    below: "stand",
    leaves: 1,
  },
  {
    id: "stand",
    card: "line",
    label: "Stand",
    width: 104,
    // A Storno is the opposite of a settlement: its word has a place at every width.
    cell: (zeile) => <StateBadge {...zeile} />,
    below: "betrag_cent",
    leaves: 5,
  },
  column.money("betrag_cent", "Betrag", { card: "end", width: 120 }),
]

const kinds = [
  { id: "alle", label: "Alle Arten" },
  { id: "abrechnung", label: "Abrechnungen" },
  { id: "storno", label: "Stornos" },
] as const

const sent = [{ id: "alle", label: "Versandt oder nicht" }] as const
const unsent = { id: "unversandt", label: "Noch nicht versandt" } as const

/** A choice of a month. @param none what stands where none is chosen @param named the chosen one in a phrase */
const month = <Q extends object>(
  name: string,
  words: { label: string; none: string; named: (month: string) => string },
  ask: (month: string) => Q,
): Filter<Partial<Q>> => ({
  takes: { [name]: { fits: isMonth, none: "alle" } },
  ask: ({ [name]: chosen }) => (chosen ? ask(chosen) : {}),
  Show: ({ field }) => {
    const { value, onChange } = field(name)
    const months = monthsBefore(today(), 0, value === "alle" ? today().slice(0, 7) : value)
    const options = months.map(({ id, label }) => ({ id, label: words.named(label) }))
    return (
      <Choice
        label={words.label}
        value={value}
        onChange={onChange}
        options={[{ id: "alle", label: words.none }, ...options]}
        bare
      />
    )
  },
})

/** The settlements of one run; shown only to somebody who came from it. */
const laufFilter: Filter<{ auftrag_id?: string }> = {
  takes: { lauf: { fits: isId } },
  ask: ({ lauf }) => (lauf ? { auftrag_id: lauf } : {}),
  Show: ({ field }) => {
    const { value, onChange } = field("lauf")
    return value && <Lauf id={value} leave={() => onChange("")} />
  },
}

function Lauf({ id, leave }: { id: string; leave: () => void }) {
  const found = useGet("/api/auftraege/{id}", { path: { id } })
  requireFound(found, "lauf", id)
  const options = [
    { id: "nur", label: found.data ? nameOf(found.data) : "Nur ein Lauf" },
    { id: "alle", label: "Alle Abrechnungen" },
  ]
  return (
    <Choice label="Lauf" value="nur" onChange={(to) => to === "alle" && leave()} options={options} bare />
  )
}

const filters = [
  filter.kunde(),
  month(
    "zeitraum",
    { label: "Abgerechneter Zeitraum", none: "Jeder Zeitraum", named: (one) => `Zeitraum ${one}` },
    (monat) => ({ monat }),
  ),
  month(
    "monat",
    { label: "Ausgestellt im", none: "Jederzeit ausgestellt", named: (one) => `Ausgestellt im ${one}` },
    daysOf,
  ),
  laufFilter,
  filter.choice("art", "Art", kinds),
  filter.choiceOr("versand", "Versand", sent, unsent),
]

/** All settlements and counter-documents, the latest first. */
export default function AbrechnungenList() {
  const { data: versand } = useGet("/api/versand", {})
  return (
    <ListScreen
      title="Abrechnungen"
      path="/api/abrechnungen"
      columns={columns}
      search="Kunde, Abrechnungsnummer"
      filters={filters}
      many={manyOf(versand !== undefined && versand.lage !== "aus")}
      sort="-datum"
      count={(n) => plural(n, "Abrechnung", "Abrechnungen")}
      href={({ id }) => `/abrechnungen/${id}`}
      file="/api/export/abrechnungen"
      actions={
        <ButtonLink href="/abrechnungen/lauf" look="primary" icon="settle">
          Monat abrechnen
        </ButtonLink>
      }
      about={<LetterheadMissing />}
      empty={{
        renderFound: (q) => (
          <p>Keine Abrechnung passt zu „{q}“. Gesucht wird nach Kunde und Nummer der Abrechnung.</p>
        ),
        filtered: "Dazu gibt es keine Abrechnung.",
        none: <NoneYet />,
      }}
    />
  )
}

const NoneYet = () => (
  <>
    <p>
      Hier stehen die Abrechnungen des Pfands: je Lieferung entstehen sie von selbst, für alle anderen Kunden
      mit dem Lauf am Monatsende.
    </p>
    <ButtonLink href="/abrechnungen/lauf" look="primary" icon="settle">
      Ersten Monat abrechnen
    </ButtonLink>
  </>
)
