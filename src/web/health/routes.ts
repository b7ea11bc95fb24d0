import { Type } from "@sinclair/typebox"
import { Reply } from "../../http/reply.ts"
import { read, type Route } from "../../http/route.ts"
import { version } from "../../version.ts"

const Health = Type.Object({
  status: Type.Union([Type.Literal("ok"), Type.Literal("gestoert")]),
  version: Type.String(),
})

export const healthRoutes: Route[] = [
  read(
    "GET /health",
    {
      scope: "public",
      summary: "Läuft der Dienst, und antwortet seine Datenbank?",
      reply: Health,
      errors: { 503: "Die Datenbank antwortet nicht" },
    },
    ({ system, deps }) => {
      try {
        system.probe()
        return new Reply(200, { status: "ok" as const, version })
      } catch (error) {
        deps.log.error("health: the database does not answer", { error })
        return new Reply(503, { status: "gestoert" as const, version })
      }
    },
  ),
]
