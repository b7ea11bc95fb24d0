import { type Static, Type } from "@sinclair/typebox"
import type { Route } from "../../../api/frame/route.ts"
import { raw } from "../../../http/http-deps.ts"
import { respondJson } from "../../../http/respond.ts"
import { version } from "../../../version.ts"

const Health = Type.Object({
  status: Type.Union([Type.Literal("ok"), Type.Literal("gestoert")]),
  version: Type.String(),
  grund: Type.Optional(Type.String({ description: "Was gestört ist" })),
})

type Health = Static<typeof Health>

export const healthRoutes: Route[] = [
  raw(
    "GET /health",
    {
      summary: "Läuft der Dienst, antwortet seine Datenbank, und kann er schreiben?",
      reply: Health,
      refusals: { unavailable: "Die Datenbank antwortet nicht, oder es kann nicht geschrieben werden" },
    },
    async ({ request, deps }) => {
      const broken = (more: Pick<Health, "grund">) =>
        respondJson(request, 503, { status: "gestoert", version, ...more } satisfies Health)
      try {
        deps.system.probe()
      } catch (error) {
        deps.log.error("health: the database does not answer", { error })
        return broken({})
      }
      try {
        await deps.system.probeWriting()
      } catch (error) {
        deps.log.error("health: nothing can be written", { error })
        return broken({ grund: "Es kann nichts geschrieben werden" })
      }
      return respondJson(request, 200, { status: "ok", version } satisfies Health)
    },
  ),
]
