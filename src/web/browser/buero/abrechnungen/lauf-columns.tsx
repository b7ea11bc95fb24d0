import { abrechnungsformInWords } from "../../../../lib/arten.ts"
import type { ReactNode } from "react"
import { Badge } from "../../ui/parts/badge.tsx"
import { euro, pieces, withSign } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"

export type Laufzeile = Item<"/api/abrechnungen/lauf">

/** More than a fifth and more than twenty euros apart from the month before: worth a look. */
const isOdd = ({ betrag_cent, vormonat_cent }: Laufzeile): boolean => {
  if (vormonat_cent === null) return false
  const apart = Math.abs(betrag_cent - vormonat_cent)
  return apart > 2_000 && apart > Math.abs(vormonat_cent) / 5
}

const difference = ({ betrag_cent, vormonat_cent }: Laufzeile): string =>
  vormonat_cent === null ? "neu" : withSign(betrag_cent - vormonat_cent, euro)

export const columns: TableColumn<Laufzeile>[] = [
  column.name("name", "Kunde", { width: "3fr" }),
  column.text("kundennummer", "Nummer", { card: "line", width: 100, below: "name", leaves: 2 }),
  {
    id: "buchungen",
    label: "Buchungen",
    width: 116,
    cell: ({ buchungen, hindernis }) => (hindernis ? "" : pieces(buchungen)),
    figures: true,
    below: "betrag",
    leaves: 1,
  },
  {
    id: "vormonat",
    label: "Vormonat",
    width: 120,
    cell: ({ vormonat_cent }) => (vormonat_cent === null ? "–" : euro(vormonat_cent)),
    figures: true,
    leaves: 4,
  },
  {
    id: "unterschied",
    label: "Unterschied",
    width: 120,
    cell: (zeile) => (zeile.hindernis ? "" : difference(zeile)),
    figures: true,
    leaves: 4,
  },
  {
    id: "betrag",
    card: "end",
    label: "Betrag",
    width: 120,
    cell: ({ betrag_cent, hindernis }) => (hindernis ? "–" : euro(betrag_cent)),
    figures: true,
  },
  {
    id: "form",
    card: "line",
    label: "Form",
    width: 110,
    cell: ({ form }) => form && abrechnungsformInWords[form],
    below: "stand",
    leaves: 3,
  },
  {
    id: "stand",
    card: "line",
    label: "Hinweis",
    width: 160,
    cell: hintOf,
    leaves: 5,
  },
]

function hintOf(zeile: Laufzeile): ReactNode {
  if (zeile.hindernis) return <Badge tone="bad">Geht nicht</Badge>
  if (zeile.ausland_mit_ust) return <Badge tone="warn">Ausland mit USt</Badge>
  return isOdd(zeile) ? <Badge tone="warn">Auffällig</Badge> : null
}
