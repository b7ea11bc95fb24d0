import { conflict } from "../../../lib/refusal.ts"
import { listAge } from "../../pfandalter/rules.ts"
import { PDF, printAndKeep } from "../../belege/drucken.ts"
import { startOfToday } from "../../belege/kopf.ts"
import { readAndKeep, type Route } from "../../frame/route.ts"
import { localTime } from "../../shared/time.ts"
import { wanted } from "./model.ts"
import { composeErinnerung } from "./rules.ts"
import { forOffice } from "../../frame/options.ts"
import { Input } from "../../shared/schema.ts"

export const erinnerungRoutes: Route[] = [
  readAndKeep(
    "GET /api/kunden/:id/erinnerung.pdf",
    {
      ...forOffice,
      summary:
        "Ein Brief, der an Leihgut erinnert; er wird aufbewahrt und von niemandem von selbst verschickt",
      query: Input(wanted),
      file: PDF,
      untraced: "one customer's paper, kept with who printed it",
      refusals: { missing: "Kunde nicht gefunden", conflict: "Der Kunde hat nichts, das so alt ist" },
    },
    async ({ params: { id: kunde_id }, query, ...context }) => {
      const { tenant, readLong } = context
      const { posten } = await readLong(
        { route: "GET /api/kunden/:id/pfandalter", params: { id: kunde_id } },
        () => ({ posten: listAge(tenant, kunde_id) }),
      )
      const stichtag = localTime(tenant).datum
      const day = { stichtag, erstellt_am: startOfToday(tenant) }
      const letter = composeErinnerung(tenant, kunde_id, query, day, posten)
      if (!letter) throw conflict("Der Kunde hat nichts, das so alt ist")
      return printAndKeep(context, letter)
    },
  ),
]
