import { GONE } from "../../shared/kundenkopf.ts"
import { conflict } from "../../../lib/refusal.ts"
import { listAge } from "../../pfandalter/rules.ts"
import { type Brief, noRoom, PDF, printAndKeep } from "../../belege/printing.ts"
import { startOfToday } from "../../belege/kopf.ts"
import { free, readAndKeep, readFree, type ReadingContext, type Route } from "../../frame/route.ts"
import { localTime } from "../../shared/time.ts"
import { erinnerungsangaben } from "./model.ts"
import { composeErinnerung } from "./rules.ts"
import { forOffice } from "../../frame/options.ts"
import { NachrichtReply, NOT_SENT, versandangaben, VORSCHAU, VorschauReply } from "../../nachrichten/model.ts"
import { previewBrief, sendOnce } from "../../nachrichten/send.ts"
import { Input } from "../../shared/schema.ts"

export const erinnerungRoutes: Route[] = [
  readAndKeep(
    "GET /api/kunden/:id/erinnerung.pdf",
    {
      ...forOffice,
      summary:
        "Ein Brief, der an Leihgut erinnert; er wird aufbewahrt und von niemandem von selbst verschickt",
      query: Input(erinnerungsangaben),
      file: PDF,
      untraced: "one customer's paper, kept with who printed it",
      refusals: { ...noRoom, missing: GONE, conflict: "Der Kunde hat nichts, das so alt ist" },
    },
    async ({ params, query, ...context }) =>
      printAndKeep(context, await composeLetter(context, params.id, query)),
  ),
  readFree(
    "GET /api/kunden/:id/erinnerung/versand",
    {
      ...forOffice,
      summary: VORSCHAU,
      query: Input(erinnerungsangaben),
      reply: VorschauReply,
      refusals: { missing: GONE, conflict: "Der Kunde hat nichts, das so alt ist" },
    },
    async ({ params, query, ...context }) => {
      const brief = await composeLetter(context, params.id, query)
      return previewBrief(context.tenant, context.services.adresse, brief)
    },
  ),
  free(
    "POST /api/kunden/:id/erinnerung/versand",
    {
      ...forOffice,
      summary: "Die Erinnerung per E-Mail versenden; sie wird aufbewahrt",
      body: Input({ ...versandangaben, ...erinnerungsangaben }),
      reply: NachrichtReply,
      creates: true,
      refusals: {
        missing: GONE,
        conflict: `Der Kunde hat nichts, das so alt ist. ${NOT_SENT}`,
      },
    },
    ({ params, body: { id, an, nochmals, erwartet, ...letter }, ...context }) =>
      sendOnce(context, { erinnerung: params.id, ...letter }, { id, an, nochmals, erwartet }, () =>
        composeLetter(context, params.id, letter),
      ),
  ),
]

async function composeLetter(
  { tenant, readLong }: ReadingContext,
  kunde_id: string,
  query: Parameters<typeof composeErinnerung>[2],
): Promise<Brief> {
  const { posten } = await readLong(
    { route: "GET /api/kunden/:id/pfandalter", params: { id: kunde_id } },
    () => ({ posten: listAge(tenant, kunde_id) }),
  )
  const day = { stichtag: localTime(tenant).datum, erstellt_am: startOfToday(tenant) }
  const letter = composeErinnerung(tenant, kunde_id, query, day, posten)
  if (!letter) throw conflict("Der Kunde hat nichts, das so alt ist")
  return letter
}
