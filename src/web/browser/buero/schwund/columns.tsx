import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import type { Item } from "../../ui/state/list.ts"
import { euro, pieces } from "../../ui/values/format.ts"

export const articles: TableColumn<Item<"/api/schwund">>[] = [
  column.name("bezeichnung", "Artikel", { width: "3fr" }),
  column.text("nummer", "Nummer", { card: "line", width: 110, leaves: 7 }),
  column.some("zugekauft", "Zugekauft", { width: 104, leaves: 6 }),
  column.some("verkauft", "Verkauft", { width: 104, leaves: 1 }),
  column.some("verschrottet", "Verschrottet", { width: 110, leaves: 4 }),
  column.count("auf_dem_hof", "Auf dem Hof", { width: 112, leaves: 8 }),
  column.count("bei_kunden", "Bei Kunden", { width: 104, leaves: 8 }),
  column.some("mehr_zurueck", "Mehr zurück als ausgegeben", { width: 210, leaves: 2 }),
  column.some("verloren", "Dort verloren", { width: 120, leaves: 5 }),
  column.some("zu_viel", "Zu viel", { width: 90, leaves: 3 }),
  column.someMoney("fehlt_cent", "Pfandwert", { card: "line", width: 112, leaves: 9 }),
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

export const customers: TableColumn<Item<"/api/schwund/kunden">>[] = [
  column.name("name", "Kunde", { width: "2fr" }),
  column.text("kundennummer", "Nummer", { card: "line", width: 110, leaves: 3 }),
  column.count("menge", "Stück dort", { width: 110, leaves: 2 }),
  column.money("wert_cent", "Pfand dort", { card: "line", width: 130 }),
  column.some("alt_menge", "Über ein Jahr", { width: 130, leaves: 1 }),
  column.count("verloren", "Verloren", { width: 100, leaves: 5 }),
  column.someMoney("verloren_cent", "Pfand darauf", { width: 120, leaves: 4 }),
  {
    id: "alt_wert",
    card: "end",
    label: "Pfand über ein Jahr",
    width: 170,
    figures: true,
    cell: ({ alt_wert_cent }) => (alt_wert_cent === 0 ? "" : <strong>{euro(alt_wert_cent)}</strong>),
  },
]

export const devices: TableColumn<Item<"/api/schwund/geraete">>[] = [
  column.name("bezeichnung", "Gerät", { width: "2fr" }),
  column.text("geraetenummer", "Nummer", { card: "line", width: 120 }),
  column.day("status_seit", "Verloren seit", { card: "line", width: 130 }),
  {
    id: "kunde_name",
    card: "line",
    label: "Wo",
    width: "2fr",
    cell: ({ kunde_name, frueher }) =>
      kunde_name ? (
        `${frueher ? "Früher bei " : ""}${kunde_name}`
      ) : (
        <span className="muted">Auf dem Hof</span>
      ),
  },
  column.money("pfand_cent", "Pfand bei Ausgabe", { width: 150, leaves: 1 }),
  column.someMoney("weitere_cent", "Bei anderen offen", { width: 150, leaves: 2 }),
  column.someMoney("offen_cent", "Noch offen", { card: "end", width: 120 }),
]

export const deposits: TableColumn<Item<"/api/schwund/pfand">>[] = [
  column.name("bezeichnung", "Gerät", { width: "2fr" }),
  column.text("geraetenummer", "Nummer", { card: "line", width: 120 }),
  column.words("kunde_name", "Offen bei", { card: "line", width: "2fr" }),
  column.day("verloren_am", "Verloren am", { width: 130, leaves: 1 }),
  column.state("geraet", "status", "Gerät heute", { width: 140, leaves: 2 }),
  column.money("wert_cent", "Noch offen", { card: "end", width: 120 }),
]
