import { Maybe, OneOf } from "../../lib/fields.ts"
import { Euro } from "../../print/export/xlsx.ts"
import type { Route } from "../frame/route.ts"
import { admins, office } from "../frame/session.ts"
import { saldenFilter, ueber_tagen } from "../pfandsalden/model.ts"
import { listSalden, saldenSorts } from "../pfandsalden/rules.ts"
import { lagerExportRoutes } from "./lager.ts"
import { bestaende, geraete, kunden, mitarbeiter, pfandartikel, standorte } from "./archive-lists.ts"
import { asTheList, exportRoute, LIKE_THE_LIST } from "./export-route.ts"
import { recordRoutes } from "./records.ts"
import { directoryRoutes } from "./directories.ts"

const description = `${LIKE_THE_LIST} Mit den Überschriften, die der Import erkennt: kommt unverändert wieder herein.`

export const exportRoutes: Route[] = [
  ...directoryRoutes,
  ...lagerExportRoutes,
  ...recordRoutes,
  exportRoute("kunden", {
    ...kunden,
    roles: admins,
    traced: "tenants.kunden_exportiert",
    summary: "Die Kunden als Tabelle",
    description,
  }),
  exportRoute("standorte", {
    ...standorte,
    roles: admins,
    traced: "tenants.standorte_exportiert",
    summary: "Die Standorte der Kunden als Tabelle",
    description,
  }),
  exportRoute("geraete", {
    ...geraete,
    roles: office,
    summary: "Die Geräte als Tabelle, mit Ort und Pfand",
    description,
    traced: "tenants.geraete_exportiert",
  }),
  exportRoute("pfandartikel", {
    ...pfandartikel,
    roles: office,
    summary: "Die Pfandartikel als Tabelle",
    description,
    untraced: "nobody's personal data",
  }),
  exportRoute("mitarbeiter", {
    ...mitarbeiter,
    roles: admins,
    summary: "Die Mitarbeiter als Tabelle, ohne Passwörter",
    description,
    traced: "tenants.mitarbeiter_exportiert",
  }),
  exportRoute("bestaende", {
    ...bestaende,
    roles: office,
    summary: "Was jeder Kunde von jedem Artikel hat, in Stück",
    description: `${LIKE_THE_LIST} Kommt in einer anderen Firma als Anfangsbestand herein; Geräte stehen in ihrer eigenen Tabelle.`,
    traced: "tenants.bestaende_exportiert",
  }),
  exportRoute("pfandsalden", {
    roles: office,
    summary: "Die Pfandsalden als Tabelle",
    description: `${LIKE_THE_LIST} seit_am: nur wer etwas hat, das Älteste zuerst; sonst der größte zuerst.`,
    traced: "tenants.pfandsalden_exportiert",
    filters: { ...saldenFilter, ...asTheList, sort: Maybe(OneOf(saldenSorts)), ueber_tagen },
    rows: listSalden,
    columns: (day) => ({
      Kundennummer: (s) => s.kundennummer,
      Name: (s) => s.name,
      Saldo: (s) => new Euro(s.wert_cent),
      "Ältestes Stück seit": (s) => s.seit_am && day(s.seit_am),
    }),
  }),
]
