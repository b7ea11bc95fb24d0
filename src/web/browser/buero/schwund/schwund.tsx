import { Link } from "react-aria-components"
import { among } from "../../ui/state/address.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { date, euro, pieces, today } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { Segments } from "../../ui/parts/segments.tsx"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { useParam } from "../../ui/state/url.ts"

type Artikel = Item<"/api/schwund">
type Kunde = Item<"/api/schwund/kunden">
type Geraet = Item<"/api/geraete">

const views = [
  { id: "artikel", label: "Artikel" },
  { id: "kunden", label: "Kunden" },
  { id: "geraete", label: "Verlorene Geräte" },
] as const

/** Nothing stays empty, so that the eye finds what there is. */
const some = (count: number | null, sign = ""): string => (count ? `${sign}${pieces(count)}` : "")

const articles: TableColumn<Artikel>[] = [
  {
    id: "bezeichnung",
    card: "head",
    label: "Artikel",
    width: "3fr",
    cell: ({ bezeichnung }) => <strong title={bezeichnung}>{bezeichnung}</strong>,
  },
  { id: "nummer", card: "line", label: "Nummer", width: 110, cell: ({ nummer }) => nummer, from: 480 },
  {
    id: "zugekauft",
    label: "Zugekauft",
    width: 104,
    figures: true,
    cell: ({ zugekauft }) => some(zugekauft),
    from: 900,
  },
  {
    id: "abgang",
    label: "Verkauft",
    width: 104,
    figures: true,
    cell: ({ verkauft }) => some(verkauft),
    from: 1280,
  },
  {
    id: "verschrottet",
    label: "Verschrottet",
    width: 110,
    figures: true,
    cell: ({ verschrottet }) => some(verschrottet),
    from: 1100,
  },
  {
    id: "hof",
    label: "Auf dem Hof",
    width: 124,
    figures: true,
    cell: ({ auf_dem_hof }) => (auf_dem_hof === null ? "" : pieces(auf_dem_hof)),
    from: 800,
  },
  {
    id: "kunden",
    label: "Bei Kunden",
    width: 104,
    figures: true,
    cell: ({ bei_kunden }) => pieces(bei_kunden),
    from: 800,
  },
  {
    id: "verloren",
    label: "Dort verloren",
    width: 124,
    figures: true,
    cell: ({ verloren }) => some(verloren),
    from: 1000,
  },
  {
    id: "zu_viel",
    label: "Zu viel",
    width: 90,
    figures: true,
    cell: ({ zu_viel }) => some(zu_viel),
    from: 1180,
  },
  {
    id: "wert",
    card: "line",
    label: "Pfandwert",
    width: 120,
    figures: true,
    cell: ({ fehlt_cent }) => (fehlt_cent === 0 ? "" : euro(fehlt_cent)),
    from: 640,
  },
  {
    id: "fehlt",
    card: "end",
    label: "Fehlt",
    width: 100,
    figures: true,
    cell: ({ fehlt }) =>
      fehlt === 0 ? <span className="muted">–</span> : <strong className="bad">{pieces(fehlt)}</strong>,
  },
]

const customers: TableColumn<Kunde>[] = [
  {
    id: "name",
    card: "head",
    label: "Kunde",
    width: "2fr",
    cell: ({ name }) => <strong title={name}>{name}</strong>,
  },
  { id: "nummer", card: "line", label: "Nummer", width: 110, cell: (one) => one.kundennummer, from: 820 },
  { id: "menge", label: "Stück", width: 110, figures: true, cell: ({ menge }) => pieces(menge), from: 480 },
  {
    id: "wert",
    card: "line",
    label: "Pfand",
    width: 130,
    figures: true,
    cell: ({ wert_cent }) => euro(wert_cent),
  },
  {
    id: "alt",
    label: "Über ein Jahr",
    width: 130,
    figures: true,
    cell: ({ alt_menge }) => some(alt_menge),
    from: 700,
  },
  {
    id: "verloren",
    label: "Verloren",
    width: 110,
    figures: true,
    cell: ({ verloren }) => some(verloren),
    from: 900,
  },
  {
    id: "verloren_wert",
    label: "Pfand darauf",
    width: 130,
    figures: true,
    cell: ({ verloren_cent }) => (verloren_cent === 0 ? "" : euro(verloren_cent)),
    from: 1100,
  },
  {
    id: "alt_wert",
    card: "end",
    label: "Pfand über ein Jahr",
    width: 170,
    figures: true,
    cell: ({ alt_wert_cent }) => (alt_wert_cent === 0 ? "" : <strong>{euro(alt_wert_cent)}</strong>),
  },
]

const devices: TableColumn<Geraet>[] = [
  {
    id: "bezeichnung",
    card: "head",
    label: "Gerät",
    width: "2fr",
    cell: ({ bezeichnung }) => <strong title={bezeichnung}>{bezeichnung}</strong>,
  },
  { id: "nummer", card: "line", label: "Nummer", width: 120, cell: (one) => one.geraetenummer },
  { id: "seit", card: "line", label: "Verloren seit", width: 130, cell: (one) => date(one.status_seit) },
  {
    id: "pfand",
    card: "end",
    label: "Pfand",
    width: 120,
    figures: true,
    cell: (one) => euro(one.pfand_cent),
  },
]

const thisYear = (): number => Number(today().slice(0, 4))
const yearsUntil = (last: number) =>
  Array.from({ length: 6 }, (_, i) => ({ id: String(last - i), label: String(last - i) }))

/** Loss report: pieces bought, left and missing, per article and customer, and missing devices. */
export default function SchwundPage() {
  const now = thisYear()
  const years = yearsUntil(now)
  const [jahr, setJahr] = useParam("jahr", among(years), String(now))
  const [was, setWas] = useParam("was", among(views), "artikel")
  const query = { jahr: Number(jahr) }
  return (
    <Page
      title="Schwund"
      kind="full"
      actions={
        was === "geraete" ? undefined : (
          <FileButton
            path={was === "artikel" ? "/api/schwund/liste.csv" : "/api/schwund/kunden.csv"}
            input={{ query }}
            icon="down"
            label={`${was === "artikel" ? "Artikel" : "Kunden"} ${jahr} als CSV speichern`}
          >
            CSV
          </FileButton>
        )
      }
    >
      <div className="filters">
        <Segments label="Was" value={was} onChange={setWas} options={views} />
        {was !== "geraete" && <Choice label="Jahr" value={jahr} onChange={setJahr} options={years} bare />}
        <p className="count">
          {was === "artikel" && "Gekauft, gefehlt und verloren: im Jahr. Bestände: heute."}
          {was === "kunden" &&
            `Was Kunden am ${jahr === String(now) ? "heutigen Tag" : "31.12."} hatten, und was im Jahr als verloren gebucht wurde. Gebucht wird es beim Kunden, unter „Bestand“.`}
        </p>
      </div>
      {was === "artikel" && <Articles jahr={Number(jahr)} />}
      {was === "kunden" && <Customers jahr={Number(jahr)} />}
      {was === "geraete" && <Devices />}
    </Page>
  )
}

const Articles = ({ jahr }: { jahr: number }) => (
  <Table
    label="Schwund je Artikel"
    columns={articles}
    list={useList("/api/schwund", { query: { jahr, limit: 100 } })}
    href={({ id }) => `/artikel/${id}`}
    place={`schwund ${jahr}`}
    empty={
      <p>
        Hier steht, was bei <Link href="/inventuren">Inventuren</Link> gefehlt hat, neben dem, was gekauft
        wurde.
      </p>
    }
  />
)

const Customers = ({ jahr }: { jahr: number }) => (
  <Table
    label="Was Kunden haben"
    columns={customers}
    list={useList("/api/schwund/kunden", { query: { jahr, limit: 50 } })}
    href={({ kunde_id }) => `/kunden/${kunde_id}`}
    place={`schwund kunden ${jahr}`}
    empty={<p>Noch hat kein Kunde etwas.</p>}
  />
)

const Devices = () => (
  <Table
    label="Verlorene Geräte"
    columns={devices}
    list={useList("/api/geraete", { query: { status: "verloren", limit: 100 } })}
    href={({ id }) => `/geraete/${id}`}
    place="schwund geraete"
    empty={<p>Kein Gerät gilt als verloren.</p>}
  />
)
