import type { Route } from "../../api/frame/route.ts"
import { tags } from "../../api/frame/tags.ts"
import { version } from "../../version.ts"
import { INTRODUCTION } from "./introduction.ts"
import { operation, tagOf } from "./operation.ts"
import { errorSchemas } from "./responses.ts"
import type { Json } from "./schema.ts"

/**
 * Describes the API from the list of routes and the models of its requests and replies.
 *
 * @returns an OpenAPI 3.1 document
 */
export function describe(routes: Route[]): Json {
  const schemas: Json = { ...errorSchemas }
  const paths: Record<string, Json> = {}
  const used = new Set<string>()
  for (const route of routes.filter(({ options }) => !options.undocumented)) {
    const path = route.path.replace(/:(\w+)/g, "{$1}").replace("*", "{pfad}")
    used.add(tagOf(route))
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Pfandwerk",
      version,
      summary: "Wer hat welches Leergut, und wie viel Pfand ist das?",
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "Der Betreiber dieses Servers" },
    },
    servers: [{ url: "/", description: "Dieser Server" }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  }
}
