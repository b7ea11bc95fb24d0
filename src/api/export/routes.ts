import { Type } from "@sinclair/typebox"
import { geraetestandInWords } from "../../lib/arten.ts"
import { Maybe, OneOf } from "../../lib/fields.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { read, type Route } from "../frame/route.ts"
import { forOffice } from "../frame/options.ts"
import { office } from "../frame/session.ts"
import { saldenFilter, ueber_tagen } from "../pfandsalden/model.ts"
import { listSalden, saldenSorts } from "../pfandsalden/rules.ts"
import { Reply } from "../shared/schema.ts"
import { offenesPfandFilter } from "../schwund/model.ts"
import { listOpenDeposits, sumNotExported } from "../schwund/pfand.ts"
import { returningRoutes } from "./archive-lists.ts"
import { asTheList, exportRoute, LIKE_THE_LIST } from "./export-route.ts"
import { recordRoutes } from "./records.ts"
import { stichtagRoute } from "./stichtag.ts"
import { directoryRoutes } from "./directories.ts"

const Luecke = Reply("Exportluecke", {
  anzahl: Type.Integer({ description: "So viele Pfande, je Gerät und Kunde" }),
  wert_cent: Type.Integer({ description: "Ihre Summe" }),
})

export const exportRoutes: Route[] = [
  ...directoryRoutes,
  ...recordRoutes,
  ...returningRoutes,
  stichtagRoute,
  exportRoute("pfandsalden", {
    roles: office,
    summary: "Die Pfandsalden als Tabelle",
    description: `${LIKE_THE_LIST} seit_am: nur wer etwas hat, das Älteste zuerst; sonst der größte zuerst.`,
    filters: { ...saldenFilter, ...asTheList, sort: Maybe(OneOf(saldenSorts)), ueber_tagen },
    rows: listSalden,
    columns: (day) => ({
      Kundennummer: (s) => s.kundennummer,
      Name: (s) => s.name,
      Saldo: (s) => new Euro(s.wert_cent),
      "Ältestes Stück seit": (s) => s.seit_am && day(s.seit_am),
    }),
  }),
  exportRoute("geraetepfand", {
    roles: office,
    summary: "Offenes Pfand von Geräten, die nicht beim Kunden sind, als Tabelle",
    traced: "tenants.schwund_exportiert",
    filters: offenesPfandFilter,
    rows: listOpenDeposits,
    columns: (day) => ({
      Gerätenummer: (p) => p.geraetenummer,
      Bezeichnung: (p) => p.bezeichnung,
      Gerät: (p) => geraetestandInWords[p.status],
      Kundennummer: (p) => p.kundennummer,
      Kunde: (p) => p.kunde_name,
      "Verloren am": (p) => p.verloren_am && day(p.verloren_am),
      "Pfand offen": (p) => new Euro(p.wert_cent),
    }),
  }),
  read(
    "GET /api/export/luecke",
    {
      ...forOffice,
      summary: "Pfand von Geräten, das in keiner Tabelle steht, die anderswo wieder hereinkommt",
      description:
        "Die Tabelle der Geräte nennt zu jedem einen Kunden: wer es hat, oder bei wem es zuletzt verloren ging. Was für dasselbe Gerät bei anderen Kunden offen ist, ist in einer anderen Firma von Hand zu buchen; GET /api/export/geraetepfand hat es.",
      reply: Luecke,
    },
    ({ tenant }) => sumNotExported(tenant),
  ),
]
