import { abrechnungsformInWords } from "../../../../lib/arten.ts"
import { among, isId, isMonth } from "../../ui/state/address.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { date, today } from "../../ui/values/format.ts"
import { KundeFilter } from "../../ui/tables/filters.tsx"
import { daysOf, monthsBefore } from "../../ui/values/month.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn, Total } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useFilters } from "../../ui/state/url.ts"
import { LetterheadMissing } from "./briefkopf.tsx"
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
  column.day("datum", "Ausgestellt", { card: "line", width: 112, leaves: 4 }),
  column.words("kunde_name", "Kunde", { card: "head", width: "3fr" }),
  {
    id: "zeitraum",
    label: "Zeitraum",
    width: 224,
    cell: ({ von, bis }) => `${date(von)} – ${date(bis)}`,
    leaves: 2,
  },
  {
    id: "form",
    label: "Form",
    width: 110,
    cell: ({ form }) => abrechnungsformInWords[form ?? "papier"],
    leaves: 1,
  },
  {
    id: "stand",
    card: "line",
    label: "Stand",
    width: 120,
    cell: (zeile) => <StateBadge {...zeile} />,
    leaves: 3,
  },
  column.money("betrag_cent", "Betrag", { card: "end", width: 120 }),
]

const kinds = [
  { id: "alle", label: "Alle Belege" },
  { id: "abrechnung", label: "Abrechnungen" },
  { id: "storno", label: "Stornos" },
] as const

/** All settlements and counter-documents, the latest first. */
export default function AbrechnungenList() {
  const { rolle } = useAccount()
  const { field, asked, isFiltered } = useFilters({
    monat: { fits: isMonth, none: "alle" },
    art: { fits: among(kinds), none: "alle" },
    kunde: { fits: isId },
  })
  const { monat, art, kunde } = asked
  const filters = { ...(monat && daysOf(monat)), art, kunde_id: kunde }
  const list = useList(
    "/api/abrechnungen",
    { query: { ...filters, total: true, limit: 100 } },
    { watch: true },
  )
  const months = [
    { id: "alle", label: "Jeder Monat" },
    ...monthsBefore(today(), 0, monat ?? today().slice(0, 7)),
  ]
  return (
    <Page
      title="Abrechnungen"
      kind="full"
      actions={
        rolle !== "fahrer" && (
          <ButtonLink href="/abrechnungen/lauf" look="primary" icon="settle">
            Monat abrechnen
          </ButtonLink>
        )
      }
    >
      <div className="filters">
        <LetterheadMissing />
        <KundeFilter {...field("kunde")} />
        <Choice label="Ausgestellt im" {...field("monat")} options={months} bare />
        <Choice label="Art" {...field("art")} options={kinds} bare />
        <Total of={list.total} one="Beleg" many="Belege" />
        <TakeAlong path="/api/export/abrechnungen" filters={filters} />
      </div>
      <Table
        label="Abrechnungen"
        columns={columns}
        list={list}
        href={({ id }) => `/abrechnungen/${id}`}
        empty={isFiltered ? <p>Dazu gibt es keine Abrechnung.</p> : <NoneYet />}
      />
    </Page>
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
