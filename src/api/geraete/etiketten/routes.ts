import { Type } from "@sinclair/typebox"
import { Maybe, OneOf } from "../../../lib/fields.ts"
import { PDF } from "../../belege/printing.ts"
import { etikettenQuery, printLabels } from "../../etiketten/drucken.ts"
import { readFree, type Route } from "../../frame/route.ts"
import { geraeteFilter } from "../model.ts"
import { geraeteList, listGeraete } from "../rules.ts"
import { forOffice } from "../../frame/options.ts"
import { Input } from "../../shared/schema.ts"

/** Devices that are chosen one by one; as many as fit into an address wherever one is cut. */
const MOST = 200
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
const ids = Maybe(
  Type.String({
    pattern: `^${UUID}(,${UUID}){0,${MOST - 1}}$`,
    maxLength: MOST * 37,
    msg: `müssen ids mit Komma dazwischen sein, höchstens ${MOST}`,
    description: `Nur diese Geräte: ihre ids mit Komma dazwischen, höchstens ${MOST}`,
  }),
)

export const geraeteEtikettenRoutes: Route[] = [
  readFree(
    "GET /api/geraete/etiketten.pdf",
    {
      ...forOffice,
      summary: "Etiketten für Geräte, mit QR-Code und Nummer",
      description:
        "Für alle, die die Liste mit denselben Filtern zeigt, höchstens 2000. Im Code steht der Barcode, ohne ihn die Gerätenummer. Ohne Skalierung drucken.",
      query: Input({ ...etikettenQuery, ...geraeteFilter, ids, sort: Maybe(OneOf(geraeteList.sorts)) }),
      file: PDF,
      untraced: "numbers and names of devices, nobody's personal data",
      refusals: { conflict: "Nichts gefunden, oder mehr als 2000" },
    },
    ({ tenant, query: { ids: chosen, ...query }, signal }) =>
      printLabels(
        { tenant, signal },
        "Geräte",
        (request) =>
          listGeraete(tenant, {
            ...query,
            ...(chosen !== undefined && { ids: JSON.stringify(chosen.split(",")) }),
            ...request,
          }),
        ({ barcode, geraetenummer, bezeichnung }) => ({
          code: barcode ?? geraetenummer,
          nummer: geraetenummer,
          bezeichnung,
        }),
        query,
      ),
  ),
]
