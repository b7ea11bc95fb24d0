import type { lagerarten } from "../../db/schema/values.ts"
import { Maybe, Uuid } from "../../lib/fields.ts"
import { free, type Route } from "../frame/route.ts"
import { office } from "../frame/session.ts"
import { listLager } from "../lager/bestand.ts"
import { listLagerbewegungen } from "../lager/rules.ts"
import { days } from "../shared/time.ts"
import { exportList, exportQuery } from "./table.ts"

/** Lists of the yard: they go out, and never come in. */

const options = { scope: "tenant", file: "text/csv", roles: office } as const
const description =
  "Mit denselben Filtern wie die Liste. CSV mit Semikolon und UTF-8, oder für Excel (format=xlsx)."

const artInWorten: Record<(typeof lagerarten)[number], string> = {
  zukauf: "Zukauf",
  verkauf: "Verkauf",
  verschrottung: "Verschrottung",
}

export const lagerExportRoutes: Route[] = [
  free(
    "GET /api/export/lager",
    {
      ...options,
      description: `${description} Solange eine Inventur offen ist, fehlt der Bestand.`,
      summary: "Was die Firma selbst auf dem Hof hat, als Tabelle",
      untraced: "about articles, not about persons",
      query: exportQuery({}),
    },
    ({ tenant, query: { format } }) => {
      const day = days(tenant)
      return exportList(
        tenant,
        (page) => listLager(tenant, page),
        "lager",
        {
          Artikelnummer: (a) => a.nummer,
          Artikel: (a) => a.bezeichnung,
          Gezählt: ({ stand }) => stand?.gezaehlt,
          "Gezählt am": ({ stand }) => stand && day(stand.gezaehlt_am),
          Zugekauft: ({ stand }) => stand?.zugekauft,
          Zurückgekommen: ({ stand }) => stand?.zurueckgekommen,
          Ausgegeben: ({ stand }) => stand?.ausgegeben,
          Verkauft: ({ stand }) => stand?.verkauft,
          Verschrottet: ({ stand }) => stand?.verschrottet,
          Bestand: ({ stand }) => stand?.bestand,
          "Bei Kunden": (a) => a.bei_kunden,
        },
        format,
      )
    },
  ),
  free(
    "GET /api/export/lagerbewegungen",
    {
      ...options,
      description,
      summary: "Zukauf, Verkauf und Verschrottung als Tabelle",
      traced: "tenants.lagerbewegungen_exportiert",
      query: exportQuery({ pfandartikel_id: Maybe(Uuid()) }),
    },
    ({ tenant, query: { format, ...filter } }) => {
      const day = days(tenant)
      return exportList(
        tenant,
        (page) => listLagerbewegungen(tenant, { ...filter, ...page }),
        "lagerbewegungen",
        {
          Datum: (b) => day(b.erfasst_am),
          Art: (b) => artInWorten[b.art],
          Artikelnummer: (b) => b.nummer,
          Artikel: (b) => b.bezeichnung,
          Stück: (b) => b.menge,
          Bemerkung: (b) => b.bemerkung,
          "Gebucht von": (b) => b.gebucht_von_name,
          Storno: (b) => (b.storno_von === null ? "nein" : "ja"),
          Storniert: (b) => (b.storniert ? "ja" : "nein"),
        },
        format,
      )
    },
  ),
]
