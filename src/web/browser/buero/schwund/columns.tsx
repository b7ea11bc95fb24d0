import type { TableColumn } from "../../ui/tables/table.tsx"
import type { Item } from "../../ui/state/query.ts"
import { date, euro, pieces } from "../../ui/values/format.ts"

type Artikel = Item<"/api/schwund">
type Kunde = Item<"/api/schwund/kunden">
type Geraet = Item<"/api/geraete">

/** Nothing stays empty, so that the eye finds what there is. */
const some = (count: number | null, sign = ""): string => (count ? `${sign}${pieces(count)}` : "")

export const articles: TableColumn<Artikel>[] = [
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

export const customers: TableColumn<Kunde>[] = [
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

export const devices: TableColumn<Geraet>[] = [
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
