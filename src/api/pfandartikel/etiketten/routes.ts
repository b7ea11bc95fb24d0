import { Maybe, OneOf } from "../../../lib/fields.ts"
import { PDF } from "../../belege/printing.ts"
import { etikettenQuery, printLabels } from "../../etiketten/drucken.ts"
import { readFree, type Route } from "../../frame/route.ts"
import { artikelFilter } from "../model.ts"
import { listPfandartikel, pfandartikelList } from "../rules.ts"
import { forOffice } from "../../frame/options.ts"
import { Input } from "../../shared/schema.ts"

export const artikelEtikettenRoutes: Route[] = [
  readFree(
    "GET /api/pfandartikel/etiketten.pdf",
    {
      ...forOffice,
      summary: "Etiketten für Artikel, mit QR-Code und Nummer",
      description:
        "Für alle, die die Liste mit denselben Filtern zeigt, höchstens 2000. Im Code steht der Barcode, ohne ihn die Nummer. Ohne Skalierung drucken.",
      query: Input({ ...etikettenQuery, ...artikelFilter, sort: Maybe(OneOf(pfandartikelList.sorts)) }),
      file: PDF,
      untraced: "nobody's personal data",
      refusals: { conflict: "Nichts gefunden, oder mehr als 2000" },
    },
    ({ tenant, query, signal }) =>
      printLabels(
        { tenant, signal },
        "Artikel",
        (request) => listPfandartikel(tenant, { ...query, ...request }),
        ({ barcode, nummer, bezeichnung }) => ({ code: barcode ?? nummer, nummer, bezeichnung }),
        query,
      ),
  ),
]
