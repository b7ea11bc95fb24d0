import type { Static, TObject, TProperties } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Importart } from "../../lib/importarten.ts"
import type { Cell } from "../../print/export/xlsx.ts"
import { bestandColumns } from "../anfangsbestaende/import/spalten.ts"
import type { Route } from "../frame/route.ts"
import { admins, office } from "../frame/session.ts"
import { geraeteColumns } from "../geraete/import/spalten.ts"
import { geraeteFilter } from "../geraete/model.ts"
import { listGeraete } from "../geraete/rules.ts"
import { kundenColumns } from "../kunden/import/spalten.ts"
import { kundenFilter } from "../kunden/model.ts"
import { listKunden } from "../kunden/rules.ts"
import { mitarbeiterColumns } from "../mitarbeiter/import.ts"
import { mitarbeiterFilter } from "../mitarbeiter/model.ts"
import { listMitarbeiter } from "../mitarbeiter/rules.ts"
import { artikelColumns } from "../pfandartikel/import/spalten.ts"
import { artikelFilter } from "../pfandartikel/model.ts"
import { listPfandartikel } from "../pfandartikel/rules.ts"
import { days } from "../shared/time.ts"
import { withKundeName } from "../shared/names.ts"
import { standortColumns } from "../standorte/import.ts"
import { standortFilter } from "../standorte/model.ts"
import { standorteList } from "../standorte/rules.ts"
import { type ExportedBestand, listBestaende, withKundennummer, withPaid, withPruefungen } from "./rows.ts"
import { asTheList, columnsFrom, type Exportliste, exportRoute, LIKE_THE_LIST } from "./export-route.ts"
import { eachPage, type PageRequest, ROWS_AT_ONCE } from "../shared/page.ts"
import { tableOf } from "../shared/tabulate.ts"

/** A list that can be imported again: with columns that the import knows, and others that only explain. */
type Returning = {
  route: Route
  /** What it is, in the archive of a company. */
  about: string
  pieces: (tenant: TenantReader) => Iterable<Cell[][]>
}

const returning = <F extends TProperties, R>(
  name: string,
  { about, ...list }: Exportliste<F, R> & { about: string },
): Returning => ({
  about,
  route: exportRoute(name, {
    description: `${LIKE_THE_LIST} Mit den Überschriften, die der Import erkennt: kommt unverändert wieder herein.`,
    ...list,
  }),
  pieces: (tenant) => {
    // As an administrator sees the lists: with all accounts of the company.
    const actor = { rolle: "admin", id: "", name: "", tenant_id: tenant.id } as const
    const page = (request: PageRequest) =>
      list.rows(tenant, request as Static<TObject<F>> & PageRequest, actor)
    return tableOf(list.columns(days(tenant)), eachPage(page, ROWS_AT_ONCE))
  },
})

type Standortzeile = ReturnType<typeof standorteList.page>["items"][number] & { kunde_name: string | null }
type Geraetezeile = ReturnType<typeof listGeraete>["items"][number]

/** By the import that takes them, in the order in which they stand in the archive. */
const lists: Readonly<Record<Importart, Returning>> = {
  pfandartikel: returning("pfandartikel", {
    about: "Pfandartikel mit Pfand und Bestandteilen",
    roles: office,
    summary: "Die Pfandartikel als Tabelle",
    untraced: "nobody's personal data",
    filters: { ...artikelFilter, ...asTheList },
    rows: listPfandartikel,
    columns: () => columnsFrom(artikelColumns),
  }),
  kunden: returning("kunden", {
    about: "Kunden",
    roles: admins,
    summary: "Die Kunden als Tabelle",
    filters: { ...kundenFilter, ...asTheList },
    rows: listKunden,
    columns: () => columnsFrom(kundenColumns),
  }),
  geraete: returning("geraete", {
    about: "Geräte mit Stand und Kunde",
    roles: office,
    summary: "Die Geräte als Tabelle, mit Ort und Pfand",
    filters: { ...geraeteFilter, ...asTheList },
    rows: (tenant, request) =>
      withPruefungen(tenant, withPaid(tenant, withKundennummer(tenant, listGeraete(tenant, request)))),
    columns: (day) =>
      columnsFrom<Geraetezeile>(geraeteColumns, {
        Status: { Seit: (g) => g.status_seit && day(g.status_seit), Kunde: (g) => g.kunde_name },
      }),
  }),
  mitarbeiter: returning("mitarbeiter", {
    about: "Konten der Mitarbeiter",
    roles: admins,
    summary: "Die Mitarbeiter als Tabelle, ohne Passwörter",
    filters: { ...mitarbeiterFilter, ...asTheList },
    rows: (tenant, request, actor) => listMitarbeiter(tenant, actor, request),
    columns: () => columnsFrom(mitarbeiterColumns),
  }),
  anfangsbestaende: returning("bestaende", {
    about: "Was jeder Kunde von jedem Artikel hat, in Stück",
    roles: office,
    summary: "Was jeder Kunde von jedem Artikel hat, in Stück",
    description: `${LIKE_THE_LIST} Kommt in einer anderen Firma als Anfangsbestand herein; Geräte stehen in ihrer eigenen Tabelle.`,
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
  }),
  standorte: returning("standorte", {
    about: "Standorte von Kunden, an die geliefert wird",
    roles: admins,
    summary: "Die Standorte der Kunden als Tabelle",
    filters: standortFilter,
    rows: (tenant, request) => {
      const page = withKundennummer(tenant, standorteList.page(tenant, request))
      return { ...page, items: withKundeName(tenant, page.items) }
    },
    columns: () =>
      columnsFrom<Standortzeile>(standortColumns, { Kundennummer: { Kunde: (s) => s.kunde_name } }),
  }),
}

export const returningRoutes: Route[] = Object.values(lists).map(({ route }) => route)

/** @returns every list that comes in again under "Einrichten", in the order in which another company takes them over */
export const archiveLists = (tenant: TenantReader) =>
  Object.entries(lists).map(([art, { about, pieces }], i) => ({
    name: `${i + 1}-${art}`,
    about,
    pieces: () => pieces(tenant),
  }))
