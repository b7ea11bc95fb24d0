import { Maybe, OneOf } from "../../lib/fields.ts"
import { Euro } from "../../print/export/xlsx.ts"
import type { Route } from "../frame/route.ts"
import { office } from "../frame/session.ts"
import { saldenFilter, ueber_tagen } from "../pfandsalden/model.ts"
import { listSalden, saldenSorts } from "../pfandsalden/rules.ts"
import { returningRoutes } from "./archive-lists.ts"
import { asTheList, exportRoute, LIKE_THE_LIST } from "./export-route.ts"
import { recordRoutes } from "./records.ts"
import { stichtagRoute } from "./stichtag.ts"
import { directoryRoutes } from "./directories.ts"

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
]
