import { type Static, Type } from "@sinclair/typebox"
import type { Route } from "../../../api/frame/route.ts"
import { raw } from "../../../http/raw.ts"
import { respondJson } from "../../../http/respond.ts"
import { version } from "../../../version.ts"

const Health = Type.Object({
  status: Type.Union([Type.Literal("ok"), Type.Literal("gestoert")]),
  version: Type.String(),
})

type Health = Static<typeof Health>

export const healthRoutes: Route[] = [
  raw(
    "GET /health",
    {
      summary: "Läuft der Dienst, und antwortet seine Datenbank?",
      reply: Health,
      refusals: { unavailable: "Die Datenbank antwortet nicht" },
    },
    ({ request, deps }) => {
      try {
        deps.system.probe()
        return respondJson(request, 200, { status: "ok", version } satisfies Health)
      } catch (error) {
        deps.log.error("health: the database does not answer", { error })
        return respondJson(request, 503, { status: "gestoert", version } satisfies Health)
      }
    },
  ),
]
