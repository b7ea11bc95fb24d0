import { Maybe, OneOf } from "../../../lib/fields.ts"
import { PDF } from "../../belege/drucken.ts"
import { etikettenQuery, printLabels } from "../../etiketten/drucken.ts"
import { readFree, type Route } from "../../frame/route.ts"
import { geraeteFilter } from "../model.ts"
import { geraeteList, listGeraete } from "../rules.ts"
import { forOffice } from "../../frame/options.ts"
import { Input } from "../../shared/schema.ts"

export const geraeteEtikettenRoutes: Route[] = [
  readFree(
    "GET /api/geraete/etiketten.pdf",
    {
      ...forOffice,
      summary: "Etiketten für Geräte, mit QR-Code und Nummer",
      description:
        "Für alle, die die Liste mit denselben Filtern zeigt, höchstens 2000. Im Code steht der Barcode, ohne ihn die Gerätenummer. Ohne Skalierung drucken.",
      query: Input({ ...etikettenQuery, ...geraeteFilter, sort: Maybe(OneOf(geraeteList.sorts)) }),
      file: PDF,
      untraced: "numbers and names of devices, nobody's personal data",
      refusals: { conflict: "Nichts gefunden, oder mehr als 2000" },
    },
    ({ tenant, query, signal }) =>
      printLabels(
        { tenant, signal },
        "Geräte",
        (request) => listGeraete(tenant, { ...query, ...request }),
        ({ barcode, geraetenummer, bezeichnung }) => ({
          code: barcode ?? geraetenummer,
          nummer: geraetenummer,
          bezeichnung,
        }),
        query,
      ),
  ),
]
