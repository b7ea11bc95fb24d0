import type { TProperties } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Cell } from "../../print/export/xlsx.ts"
import { bestandColumns } from "../anfangsbestaende/import/spalten.ts"
import { geraeteColumns } from "../geraete/import/spalten.ts"
import { geraeteFilter } from "../geraete/model.ts"
import { listGeraete } from "../geraete/rules.ts"
import { kundenColumns } from "../kunden/import/spalten.ts"
import { kundenFilter } from "../kunden/model.ts"
import { listKunden } from "../kunden/rules.ts"
import { mitarbeiterColumns } from "../mitarbeiter/import.ts"
import { mitarbeiterFilter } from "../mitarbeiter/model.ts"
import { listMitarbeiter } from "../mitarbeiter/rules.ts"
import { artikelColumns } from "../pfandartikel/import/rules.ts"
import { artikelFilter } from "../pfandartikel/model.ts"
import { listPfandartikel } from "../pfandartikel/rules.ts"
import { days } from "../shared/time.ts"
import { withKundeName } from "../shared/names.ts"
import { standortColumns } from "../standorte/import.ts"
import { standortFilter } from "../standorte/model.ts"
import { standorteList } from "../standorte/rules.ts"
import { type ExportedBestand, listBestaende, withKundennummer, withPruefungen } from "./rows.ts"
import { asTheList, columnsFrom, type Filterliste, type ExportList } from "./export-route.ts"
import { eachPage, ROWS_AT_ONCE } from "../shared/page.ts"
import { tableOf } from "../shared/tabulate.ts"

/** The lists that come in again: with what the import knows, and what only explains it. */

const asList = <F extends TProperties, R>(one: Filterliste<F, R>) => one

export const kunden = asList({
  filters: { ...kundenFilter, ...asTheList },
  rows: listKunden,
  columns: () => columnsFrom(kundenColumns),
})

type Standortzeile = ReturnType<typeof standorteList.page>["items"][number] & { kunde_name: string | null }

export const standorte = asList({
  filters: standortFilter,
  rows: (tenant, request) => {
    const page = withKundennummer(tenant, standorteList.page(tenant, request))
    return { ...page, items: withKundeName(tenant, page.items) }
  },
  columns: () =>
    columnsFrom<Standortzeile>(standortColumns, { Kundennummer: { Kunde: (s) => s.kunde_name } }),
})

type Geraetezeile = ReturnType<typeof listGeraete>["items"][number]

export const geraete = asList({
  filters: { ...geraeteFilter, ...asTheList },
  rows: (tenant, request) => withPruefungen(tenant, withKundennummer(tenant, listGeraete(tenant, request))),
  columns: (day) =>
    columnsFrom<Geraetezeile>(geraeteColumns, {
      Status: { Seit: (g) => g.status_seit && day(g.status_seit), Kunde: (g) => g.kunde_name },
    }),
})

export const pfandartikel = asList({
  filters: { ...artikelFilter, ...asTheList },
  rows: listPfandartikel,
  columns: () => columnsFrom(artikelColumns),
})

export const mitarbeiter = asList({
  filters: { ...mitarbeiterFilter, ...asTheList },
  rows: (tenant, request, actor) => listMitarbeiter(tenant, actor, request),
  columns: () => columnsFrom(mitarbeiterColumns),
})

export const bestaende = asList({
  filters: {},
  rows: listBestaende,
  columns: () =>
    columnsFrom<ExportedBestand>(
      bestandColumns.filter(({ feld }) => ["kunde", "artikel", "menge", "betrag_cent"].includes(feld)),
      {
        Kundennummer: { Name: (b) => b.name },
        Artikelnummer: { Bezeichnung: (b) => b.bezeichnung },
      },
    ),
})

/** A list with all its rows, and what it is. */
type ArchiveList = { name: string; about: string; pieces: () => Iterable<Cell[][]> }

/** @returns every list that comes in again under "Einrichten", in the order in which another company takes them over */
export function archiveLists(tenant: TenantReader): ArchiveList[] {
  // Asked for by nobody in particular: all accounts of the company.
  const actor = { rolle: "admin", id: "", name: "", tenant_id: tenant.id } as const
  const archived = <R>(
    name: string,
    about: string,
    { rows, columns }: ExportList<unknown, R>,
  ): ArchiveList => ({
    name,
    about,
    pieces: () =>
      tableOf(
        columns(days(tenant)),
        eachPage((page) => rows(tenant, page, actor), ROWS_AT_ONCE),
      ),
  })
  return [
    archived("1-pfandartikel", "Pfandartikel mit Pfand und Bestandteilen", pfandartikel),
    archived("2-kunden", "Kunden", kunden),
    archived("3-geraete", "Geräte mit Stand und Kunde", geraete),
    archived("4-mitarbeiter", "Konten der Mitarbeiter", mitarbeiter),
    archived("5-anfangsbestaende", "Was jeder Kunde von jedem Artikel hat, in Stück", bestaende),
    archived("6-standorte", "Standorte von Kunden, an die geliefert wird", standorte),
  ]
}
