import { lagerartInWords } from "../../lib/arten.ts"
import type { Route } from "../frame/route.ts"
import { office } from "../frame/session.ts"
import { lagerColumns, listLager } from "../lager/bestand.ts"
import { lagerbewegungenFilter } from "../lager/model.ts"
import { listLagerbewegungen } from "../lager/rules.ts"
import { asTheList, exportRoute } from "./export-route.ts"

/** Lists of the yard: they go out, and never come in. */

const description =
  "Mit denselben Filtern wie die Liste. CSV mit Semikolon und UTF-8, oder für Excel (format=xlsx)."

export const lagerExportRoutes: Route[] = [
  exportRoute("lager", {
    roles: office,
    description: `${description} Solange eine Inventur offen ist, fehlt der Bestand.`,
    summary: "Was die Firma selbst auf dem Hof hat, als Tabelle",
    untraced: "about articles, not about persons",
    filters: asTheList,
    rows: listLager,
    columns: lagerColumns,
  }),
  exportRoute("lagerbewegungen", {
    roles: office,
    description,
    summary: "Zukauf, Verkauf und Verschrottung als Tabelle",
    filters: { ...lagerbewegungenFilter, ...asTheList },
    rows: listLagerbewegungen,
    columns: (day) => ({
      Datum: (b) => day(b.erfasst_am),
      Art: (b) => lagerartInWords[b.art],
      Artikelnummer: (b) => b.nummer,
      Artikel: (b) => b.bezeichnung,
      Stück: (b) => b.menge,
      Bemerkung: (b) => b.bemerkung,
      "Gebucht von": (b) => b.gebucht_von_name,
      Storno: (b) => (b.storno_von === null ? "nein" : "ja"),
      Storniert: (b) => (b.storniert ? "ja" : "nein"),
    }),
  }),
]
