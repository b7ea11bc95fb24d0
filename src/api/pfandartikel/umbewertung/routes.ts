import { Cent, Maybe } from "../../../lib/fields.ts"
import { free, read, type Route } from "../../frame/route.ts"
import { NewUmbewertung, UmbewertungReply, VorschauReply } from "./model.ts"
import { previewUmbewertung, runUmbewertung } from "./rules.ts"
import { forAdmins } from "../../frame/options.ts"
import { Input } from "../../shared/schema.ts"

const missing = "Pfandartikel nicht gefunden"

export const umbewertungRoutes: Route[] = [
  read(
    "GET /api/pfandartikel/:id/umbewertung",
    {
      ...forAdmins,
      summary:
        "Was eine Umbewertung buchen würde: wie viele Kunden Stücke zu einem anderen Betrag haben; und welche Gebinde der Betrag ändert",
      query: Input({
        pfand_cent: Maybe(Cent({ description: "Auf diesen Betrag; fehlt er, auf das Pfand des Artikels" })),
      }),
      long: true,
      reply: VorschauReply,
      refusals: { missing },
    },
    ({ tenant, params, query }) => previewUmbewertung(tenant, params.id, query.pfand_cent),
  ),
  free(
    "POST /api/pfandartikel/:id/umbewertung",
    {
      ...forAdmins,
      summary: "Was Kunden haben, auf das Pfand des Artikels umbewerten",
      description:
        "Bucht je Kunde eine Korrektur: so viele Stücke wie vorher, zum neuen Betrag. Wird es unterbrochen, setzt der nächste Aufruf es fort; doppelt wird nichts gebucht. Nur, wenn am Artikel bei_aenderung umbewertung ist.",
      body: NewUmbewertung,
      reply: UmbewertungReply,
      refusals: {
        missing,
        conflict:
          "Für diesen Artikel ist Erstattung gewählt, oder sein Pfand oder die Summe ist eine andere als gesehen",
      },
    },
    ({ params, body, signal, ...context }) => runUmbewertung(context, params.id, body, signal),
  ),
]
