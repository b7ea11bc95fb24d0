import { read, type Route, write } from "../frame/route.ts"
import { VorgangReply } from "../pfandbuchungen/model.ts"
import { NewVerlust, VerlustQuery, VerlustPreview } from "./model.ts"
import { bookVerlust, previewVerlust } from "./rules.ts"
import { forAdmins } from "../frame/options.ts"

const refusals = {
  missing: "Kunde, Pfandartikel oder Gerät nicht gefunden",
  conflict:
    "Der Kunde hat nicht so viele Stücke davon, das Gerät ist nicht verloren oder ohne offenes Pfand, oder die id ist schon anders verwendet",
}

export const pfandverlusteRoutes: Route[] = [
  read(
    "GET /api/pfandverluste/vorschau",
    {
      ...forAdmins,
      summary: "Was ein Verlust buchen würde, und was er für die Umsatzsteuer heißt; gebucht wird nichts",
      query: VerlustQuery,
      long: true,
      reply: VerlustPreview,
      refusals,
    },
    ({ tenant, query }) => previewVerlust(tenant, query),
  ),
  write(
    "POST /api/pfandverluste",
    {
      ...forAdmins,
      summary:
        "Stücke oder ein Gerät, die ein Kunde nicht zurückbringt: sie verlassen sein Konto, das Pfand bleibt der Firma",
      description:
        "Bucht die ältesten Stücke als Korrektur zu dem, was für sie bezahlt wurde. Erstattet wird nichts: der Verlust steht in keiner Abrechnung, die Umsatzsteuer der Ausgabe bleibt, und beim Jahresausgleich bleiben die Stücke im Saldo (UStAE 3.10 Abs. 5a, 10.1 Abs. 8). Aufgehoben wird er mit dem Storno seines Vorgangs. Ein Gebinde wird über seine Teile gebucht. Ein Gerät wird zuerst als verloren gemeldet (POST /api/geraete/{id}/status); gebucht wird, was von seinem Pfand oder seiner Kaution offen ist. Taucht es auf, bringt der Storno das Pfand zurück, und eine Korrektur erstattet es.",
      body: NewVerlust,
      reply: VorgangReply,
      creates: true,
      refusals,
    },
    ({ tenant, actor, body }) => bookVerlust(tenant, actor, body),
  ),
]
