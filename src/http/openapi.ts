import type { TSchema } from "@sinclair/typebox"
import { version } from "../version.ts"
import type { Route } from "../api/route.ts"
import type { Kind } from "../lib/refusal.ts"
import { statusOf } from "./errors.ts"

type Json = Record<string, unknown>

const tags: Record<string, string> = {
  auth: "Anmelden, das eigene Konto",
  sitzung: "Die Anmeldung einer Seite im Browser",
  tenants: "Die Firmen, für den Betreiber",
  tenant: "Die eigene Firma",
  mitarbeiter: "Konten der Firma",
  kunden: "Kunden, ihre Bilder und ihr Pfandkonto",
  pfandartikel: "Kästen, Flaschen, Fässer: was Pfand kostet",
  geraete: "Einzelne Geräte und wo sie sind",
  lieferungen: "Planen, fahren, zustellen",
  touren: "Der Tag eines Fahrers",
  fahrer: "Was das Telefon des Fahrers braucht und schickt",
  feierabend: "Was abends auf dem Wagen war",
  klaerungen: "Was abgelehnt wurde und das Büro entscheidet",
  pfandbuchungen: "Das Pfandbuch: nur hinzufügen, nie ändern",
  pfandsalden: "Wer wie viel Pfand schuldet",
  pfandpruefung: "Der Beweis, dass das Pfandbuch stimmt",
  protokoll: "Wer was geändert hat",
  heute: "Was heute los ist",
  suche: "Eine Suche über alles",
  pfandverlauf: "Wie viel Pfand an jedem Tag bei Kunden war",
  dienst: "Der Dienst selbst und seine Dateien",
}

/** What our formats mean to others. */
const formats: Record<string, Json> = {
  datum: { format: "date" },
  zeitpunkt: { format: "date-time" },
  uhrzeit: { pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" },
  slug: { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" },
  zeile: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$" },
  zeitzone: {},
}

/**
 * Describes the interface from the one list of routes, with the models that check its requests and replies.
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

const INTRODUCTION = `Beträge sind ganze Cent, Zeitpunkte ISO 8601 in UTC, Tage und Uhrzeiten gelten am Ort der Firma.

- **Wiederholen:** Wer beim Anlegen eine eigene \`id\` (UUID) mitschickt, darf die Anfrage gefahrlos wiederholen: 201 beim ersten Mal, danach 200 mit dem gespeicherten Datensatz, 409 bei anderem Inhalt.
- **Ändern:** \`PATCH\` nennt nur, was sich ändert. Der \`ETag\` eines Datensatzes, als \`If-Match\` gesendet, schützt vor dem Überschreiben fremder Änderungen (412).
- **Listen:** \`limit\` und \`cursor\`; die Antwort nennt in \`next_cursor\` die nächste Seite.
- **Rollen:** \`x-rollen\` sagt, wer einen Weg gehen darf. Ein \`superadmin\` nennt die Firma im Kopf \`X-Tenant-Id\`.`

const errorSchemas: Json = {
  Fehler: {
    type: "object",
    required: ["error"],
    properties: {
      error: { type: "string", description: "Deutsch, für Menschen", examples: ["Nicht gefunden"] },
    },
  },
  Eingabefehler: {
    type: "object",
    required: ["errors"],
    properties: {
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["type", "location", "path", "msg"],
          properties: {
            type: { type: "string", enum: ["field"] },
            location: { type: "string", enum: ["body", "query", "path"] },
            path: { type: "string", examples: ["positionen[0].menge"] },
            msg: { type: "string", examples: ["muss mindestens 1 sein"] },
          },
        },
      },
    },
  },
}

const tagOf = ({ path }: Route): string => (path.startsWith("/api/") ? (path.split("/")[2] ?? "") : "dienst")

function operation(route: Route, schemas: Json): Json {
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

function parameters({ path, method, options }: Route, schemas: Json): Json[] {
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
    ...(method === "PATCH" ? [header("If-Match", "Der ETag, auf dem die Änderung beruht")] : []),
    ...(method === "GET" && options.etag
      ? [header("If-None-Match", "304, wenn sich nichts geändert hat")]
      : []),
  ]
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const errorBody = (name: string): Json => ({ content: { "application/json": { schema: ref(name) } } })

function responses({ method, options }: Route, schemas: Json): Json {
  const { scope, roles, refusals = {}, creates, reply, file, etag } = options
  const status = creates ? 201 : reply || file ? 200 : 204
  const success: Json = {
    description: creates ? "Angelegt" : "In Ordnung",
    ...(etag && {
      headers: { ETag: { schema: { type: "string" }, description: "Die Version des Datensatzes" } },
    }),
    ...(reply && { content: content(reply, schemas) }),
    ...(file && {
      content: { "application/octet-stream": { schema: { type: "string", contentMediaType: file } } },
    }),
  }
  const hasInput = options.body || options.query || options.params || options.upload
  const all: Record<number, Json> = {
    [status]: success,
    ...(creates && {
      200: { ...success, description: "Eine Wiederholung: der gespeicherte Datensatz" },
    }),
    ...((hasInput || scope === "tenant") && {
      400: { description: "Eingabe unvollständig oder falsch", ...errorBody("Eingabefehler") },
    }),
    ...(scope !== "public" && {
      401: { description: "Nicht oder nicht mehr angemeldet", ...errorBody("Fehler") },
    }),
    ...(roles && { 403: { description: "Rolle oder Firma nicht berechtigt", ...errorBody("Fehler") } }),
    ...(options.body && { 413: { description: "Anfrage zu groß", ...errorBody("Fehler") } }),
    ...(method === "GET" && etag && { 304: { description: "Unverändert" } }),
    500: { description: "Unerwarteter Fehler", ...errorBody("Fehler") },
  }
  for (const [kind, description] of Object.entries(refusals)) {
    const retry = { headers: { "Retry-After": { schema: { type: "integer" }, description: "Sekunden" } } }
    const later = kind === "too many" || kind === "unavailable"
    all[statusOf(kind as Kind)] = { description, ...(later && retry), ...errorBody("Fehler") }
  }
  return all
}

const content = (schema: TSchema, schemas: Json): Json => ({
  "application/json": { schema: json(schema, schemas) },
})

/** Turns a model into plain JSON schema; one with a title is described once and referred to. */
function json(schema: TSchema, schemas: Json): Json {
  const { title } = schema
  if (title === undefined) return plain(schema, schemas)
  schemas[title] ??= plain(schema, schemas)
  return ref(title)
}

function plain(schema: TSchema, schemas: Json): Json {
  const { raw: _raw, msg: _msg, title: _title, ...rest } = schema as Json
  const format = formats[rest["format"] as string]
  if (format) delete rest["format"]
  const variants = rest["anyOf"] as TSchema[] | undefined
  if (variants?.every((variant) => "const" in variant)) {
    delete rest["anyOf"]
    return { ...rest, type: "string", enum: variants.map((variant) => variant["const"]) }
  }
  const properties = Object.entries((rest["properties"] ?? {}) as Record<string, TSchema>)
  return {
    ...rest,
    ...format,
    ...(variants && { anyOf: variants.map((variant) => json(variant, schemas)) }),
    ...(rest["items"] !== undefined && { items: json(rest["items"] as TSchema, schemas) }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, property]) => [name, json(property, schemas)])),
    }),
  }
}
