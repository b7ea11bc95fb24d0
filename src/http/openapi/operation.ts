import type { TSchema } from "@sinclair/typebox"
import type { Route } from "../../api/frame/route.ts"
import { readsIfMatch } from "../conditional.ts"
import { responses } from "./responses.ts"
import { content, json, type Json } from "./schema.ts"

/** @returns the tag of a route: its first segment after /api, or "dienst" */
export const tagOf = ({ path }: Route): string =>
  path.startsWith("/api/") ? (path.split("/")[2] ?? "") : "dienst"

/** Describes a route. @param schemas collects the shared components */
export function operation(route: Route, schemas: Json): Json {
  const { options } = route
  const { summary, description, scope, roles } = options
  const who = roles
    ? `Rollen: ${roles.join(", ")}.`
    : scope === "public"
      ? "Ohne Anmeldung."
      : "Jedes angemeldete Konto."
  return {
    operationId: operationId(route),
    summary,
    description: description ? `${description}\n\n${who}` : who,
    tags: [tagOf(route)],
    ...(roles && { "x-rollen": roles }),
    security: scope === "public" ? [] : [{ token: [] }],
    parameters: parameters(route, schemas),
    ...(options.body && { requestBody: { required: true, content: content(options.body, schemas) } }),
    ...(options.upload && { requestBody: uploadBody(options.upload, schemas) }),
    responses: responses(route, schemas),
  }
}

function uploadBody(
  { file, description, fields }: NonNullable<Route["options"]["upload"]>,
  schemas: Json,
): Json {
  const bytes = { type: "string", contentMediaType: "application/octet-stream", description }
  const properties = Object.entries(fields.properties).map(([name, field]) => [name, json(field, schemas)])
  const schema = {
    type: "object",
    required: [file],
    properties: { [file]: bytes, ...Object.fromEntries(properties) },
  }
  return { required: true, content: { "multipart/form-data": { schema } } }
}

/** `POST /api/geraete/:id/ausgabe` → `postGeraeteIdAusgabe` */
function operationId({ method, path }: Route): string {
  const words =
    path
      .replace("/api/", "/")
      .replace("*", "pfad")
      .match(/[a-z]+/gi) ?? []
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
}

function parameters(route: Route, schemas: Json): Json[] {
  const { path, method, options } = route
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "")
  const header = (name: string, description: string): Json => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  })
  const query = Object.entries((options.query?.["properties"] ?? {}) as Record<string, TSchema>)
  const required = (options.query?.["required"] ?? []) as string[]
  return [
    ...[...names, ...(path.includes("*") ? ["pfad"] : [])].map((name) => ({
      name,
      in: "path",
      required: true,
      schema: options.params?.properties[name]
        ? json(options.params.properties[name], schemas)
        : { type: "string" },
    })),
    ...query.map(([name, schema]) => ({
      name,
      in: "query",
      required: required.includes(name),
      schema: json(schema, schemas),
    })),
    ...(options.scope === "tenant"
      ? [header("X-Tenant-Id", "Nur für superadmin: welche Firma gemeint ist")]
      : []),
    ...(readsIfMatch(route) ? [header("If-Match", "Der ETag, auf dem die Änderung beruht")] : []),
    ...(method === "GET" && (options.etag || options.polled)
      ? [header("If-None-Match", "304, wenn sich nichts geändert hat")]
      : []),
  ]
}
