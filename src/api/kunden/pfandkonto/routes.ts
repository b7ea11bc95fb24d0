import { GONE } from "../../shared/kundenkopf.ts"
import { read, type Route } from "../../frame/route.ts"
import { getPfandkonto } from "../../pfandsalden/konto.ts"
import { forEveryone } from "../../frame/options.ts"
import { KundenkontoReply } from "./model.ts"
import { readLetzteRueckgabe } from "./rueckgabe.ts"

export const pfandkontoRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/pfandkonto",
    {
      ...forEveryone,
      summary: "Was ein Kunde hat, wie viel Pfand das ist, und was er zuletzt zurückgebracht hat",
      reply: KundenkontoReply,
      refusals: { missing: GONE },
    },
    ({ tenant, params: { id } }) => ({
      ...getPfandkonto(tenant, id),
      letzte_rueckgabe: readLetzteRueckgabe(tenant, id),
    }),
  ),
]
