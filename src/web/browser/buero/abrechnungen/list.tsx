import { among, isId, isMonth } from "../../ui/state/address.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { date, euro, pieces, today } from "../../ui/values/format.ts"
import { KundeFilter } from "../../ui/tables/kunde-filter.tsx"
import { daysOf, monthsBefore } from "../../ui/values/month.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useParam } from "../../ui/state/url.ts"
import { BriefkopfFehlt } from "./briefkopf.tsx"
import { formen } from "./words.ts"

type Zeile = Item<"/api/abrechnungen">

const columns: TableColumn<Zeile>[] = [
  {
    id: "nummer",
    card: "line",
    label: "Nummer",
    width: 168,
    cell: ({ nummer }) => <strong>{nummer}</strong>,
  },
  {
    id: "datum",
    card: "line",
    label: "Ausgestellt",
    width: 112,
    cell: ({ datum }) => date(datum),
    from: 480,
  },
  {
    id: "kunde",
    card: "head",
    label: "Kunde",
    width: "3fr",
    cell: ({ kunde_name }) => <span title={kunde_name}>{kunde_name}</span>,
  },
  {
    id: "zeitraum",
    label: "Zeitraum",
    width: 224,
    cell: ({ von, bis }) => `${date(von)} – ${date(bis)}`,
    from: 940,
  },
  {
    id: "form",
    label: "Form",
    width: 110,
    cell: ({ form }) => formen[form ?? "papier"],
    from: 1100,
  },
  { id: "stand", card: "line", label: "Stand", width: 120, cell: (zeile) => <Stand {...zeile} />, from: 700 },
  {
    id: "betrag",
    card: "end",
    label: "Betrag",
    width: 120,
    cell: ({ betrag_cent }) => euro(betrag_cent),
    figures: true,
  },
]

const Stand = ({ art, storniert }: Pick<Zeile, "art" | "storniert">) =>
  art === "storno" ? (
    <Badge tone="warn">Storno</Badge>
  ) : storniert ? (
    <Badge>Storniert</Badge>
  ) : (
    <Badge tone="good">Gilt</Badge>
  )

const kinds = [
  { id: "alle", label: "Alle Belege" },
  { id: "abrechnung", label: "Abrechnungen" },
  { id: "storno", label: "Stornos" },
] as const

/** All settlements and counter-documents, the latest first. */
export default function AbrechnungenList() {
  const { rolle } = useAccount()
  const [monat, setMonat] = useParam("monat", isMonth, "alle")
  const [art, setArt] = useParam("art", among(kinds), "alle")
  const [kunde, setKunde] = useParam("kunde", isId)
  const filters = {
    ...(monat !== "alle" && daysOf(monat)),
    art: art === "alle" ? undefined : art,
    kunde_id: kunde || undefined,
  }
  const list = useList("/api/abrechnungen", { query: { ...filters, total: true, limit: 100 } })
  const months = [
    { id: "alle", label: "Jeder Monat" },
    ...monthsBefore(today(), 0, monat === "alle" ? today().slice(0, 7) : monat),
  ]
  const filtered = monat !== "alle" || art !== "alle" || kunde !== ""
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
      <BriefkopfFehlt />
      <div className="filters">
        <KundeFilter id={kunde} set={setKunde} />
        <Choice label="Ausgestellt im" value={monat} onChange={setMonat} options={months} bare />
        <Choice label="Art" value={art} onChange={setArt} options={kinds} bare />
        <p className="count" role="status">
          {list.total === undefined ? "" : `${pieces(list.total)} ${list.total === 1 ? "Beleg" : "Belege"}`}
        </p>
        <TakeAlong path="/api/export/abrechnungen" filters={filters} />
      </div>
      <Table
        label="Abrechnungen"
        columns={columns}
        list={list}
        href={({ id }) => `/abrechnungen/${id}`}
        place={`abrechnungen ${monat} ${art} ${kunde}`}
        empty={filtered ? <p>Dazu gibt es keine Abrechnung.</p> : <NoneYet />}
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
