import { Type } from "@sinclair/typebox"
import { Maybe, OneOf, Text, Uuid } from "../../../lib/fields.ts"
import { PDF } from "../../belege/drucken.ts"
import { etikettenQuery, printLabels } from "../../etiketten/drucken.ts"
import { free, type Route } from "../../frame/route.ts"
import { forOffice } from "../../frame/access.ts"
import { status } from "../model.ts"
import { geraeteListe, listGeraete } from "../rules.ts"

export const geraeteEtikettenRoutes: Route[] = [
  free(
    "GET /api/geraete/etiketten.pdf",
    {
      ...forOffice,
      summary: "Etiketten für Geräte, mit QR-Code und Nummer",
      description:
        "Für alle, die die Liste mit denselben Filtern zeigt, höchstens 2000. Im Code steht der Barcode, ohne ihn die Gerätenummer. Ohne Skalierung drucken.",
      query: Type.Object(
        {
          ...etikettenQuery,
          q: Maybe(Type.String({ maxLength: 200 })),
          status: Maybe(status),
          kunde_id: Maybe(Uuid()),
          typ: Maybe(Text(100)),
          sort: Maybe(OneOf(geraeteListe.sorts)),
        },
        { additionalProperties: false },
      ),
      file: PDF,
      untraced: "numbers and names of devices, nobody's personal data",
      refusals: { conflict: "Nichts gefunden, oder mehr als 2000" },
    },
    ({ tenant, query: { q, status: stand, kunde_id, typ, sort, ...wunsch } }) => {
      const filters = {
        ...(q && { q }),
        ...(stand && { status: stand }),
        ...(kunde_id && { kunde_id }),
        ...(typ && { typ }),
        ...(sort && { sort }),
      }
      return printLabels(
        tenant,
        "Geräte",
        (request) => listGeraete(tenant, { ...request, ...filters }),
        ({ barcode, geraetenummer, bezeichnung }) => ({
          code: barcode ?? geraetenummer,
          nummer: geraetenummer,
          bezeichnung,
        }),
        wunsch,
      )
    },
  ),
]
