import type { Route } from "../../api/frame/route.ts"
import { topics } from "../../api/frame/topics.ts"
import { rechteOf } from "../../api/programmzugaenge/rechte.ts"
import { version } from "../../version.ts"
import { content, type Json, json, ref } from "./schema.ts"
import type { TSchema } from "@sinclair/typebox"
import { readsIfMatch } from "../respond.ts"
import type { RefusalKind } from "../../lib/refusal.ts"
import { statusOf } from "../errors.ts"

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
    tags: Object.entries(topics)
      .filter(([name]) => used.has(name))
      .map(([name, { about }]) => ({ name, description: about })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "Der Token einer Anmeldung, 24 Stunden lang; oder der Schlüssel eines Programms",
        },
      },
    },
  }
}

const INTRODUCTION = `Beträge sind ganze Cent, Zeitpunkte ISO 8601 in UTC, Tage und Uhrzeiten gelten am Ort der Firma.

- **Wiederholen:** Wer beim Anlegen eine eigene \`id\` (UUID in Kleinbuchstaben) mitschickt, darf die Anfrage gefahrlos wiederholen: 201 beim ersten Mal, danach 200 mit dem gespeicherten Datensatz, 409 bei anderem Inhalt.
- **Ändern:** \`PATCH\` nennt nur, was sich ändert. Der \`ETag\` eines Datensatzes, als \`If-Match\` gesendet, schützt vor dem Überschreiben fremder Änderungen (412).
- **Listen:** \`limit\` und \`cursor\`; die Antwort nennt in \`next_cursor\` die nächste Seite. \`q\` sucht; passt es auf zu vieles, sagt \`hinweis\`, was deshalb fehlt. Was währenddessen geändert wird, steht nach einer Sortierung, die das ändert, vielleicht zweimal da oder nicht: mit \`sort=aktualisiert_am\` fehlt nichts.
- **Rollen:** \`x-rollen\` sagt, wer einen Weg gehen darf. Ein \`superadmin\` nennt die Firma im Kopf \`X-Tenant-Id\`.
- **Programme:** Ein Programm sendet seinen Schlüssel statt eines Tokens; \`x-recht\` sagt, welches Recht es für einen Weg braucht, oder welche. Wo keines steht, darf es nicht.
- **Später:** Jede Anfrage kann 503 bekommen, wenn der Dienst anhält oder zu viel zu tun hat: nach \`Retry-After\` Sekunden dasselbe noch einmal senden.`

/** @returns the tag of a route: its first segment after /api, or "dienst" */
const tagOf = ({ path }: Route): string => (path.startsWith("/api/") ? (path.split("/")[2] ?? "") : "dienst")

/** Describes a route. @param schemas collects the shared components */
function operation(route: Route, schemas: Json): Json {
  const { options } = route
  const { summary, description, scope, roles } = options
  const who = roles
    ? `Rollen: ${roles.join(", ")}.`
    : scope === "public"
      ? "Ohne Anmeldung."
      : "Jedes angemeldete Konto."
  const rechte = rechteOf(route)
  const recht = rechte.join(" ")
  const programs = recht
    ? `Programme: mit ${rechte.length > 1 ? "den Rechten" : "dem Recht"} ${rechte.join(" und ")}.`
    : "Programme: nicht."
  const callers = scope === "public" ? who : `${who}\n${programs}`
  return {
    operationId: operationId(route),
    summary,
    description: description ? `${description}\n\n${callers}` : callers,
    tags: [tagOf(route)],
    ...(roles && { "x-rollen": roles }),
    ...(recht && { "x-recht": recht }),
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

const errorBody = (name: string): Json => ({ content: { "application/json": { schema: ref(name) } } })

/** A super administrator who names no company gets a message instead of faulty fields. */
const inputBody = (needsTenant: boolean): Json =>
  needsTenant
    ? { content: { "application/json": { schema: { anyOf: [ref("Eingabefehler"), ref("Fehler")] } } } }
    : errorBody("Eingabefehler")

/** Describes a route's replies, with the refusals that its scope and input imply. */
export function responses({ method, options }: Route, schemas: Json): Json {
  const { scope, roles, refusals = {}, creates, reply, file, etag, polled } = options
  const status = creates ? 201 : reply || file ? 200 : 204
  const success: Json = {
    description: creates ? "Angelegt" : "In Ordnung",
    ...((etag || polled) && {
      headers: {
        ETag: {
          schema: { type: "string" },
          description: polled ? "Die Kennzahl der ganzen Antwort" : "Die Version des Datensatzes",
        },
      },
    }),
    ...(reply && { content: content(reply, schemas) }),
    ...(file && { content: { [file]: { schema: { type: "string", contentMediaType: file } } } }),
  }
  const hasInput = options.body || options.query || options.params || options.upload
  const all: Record<number, Json> = {
    [status]: success,
    ...(creates && {
      200: { ...success, description: "Eine Wiederholung: der gespeicherte Datensatz" },
    }),
    ...((hasInput || scope === "tenant" || scope === "system") && {
      400: { description: "Eingabe unvollständig oder falsch", ...inputBody(scope === "tenant") },
    }),
    ...(scope !== "public" && {
      401: { description: "Nicht oder nicht mehr angemeldet", ...errorBody("Fehler") },
    }),
    ...(roles && { 403: { description: "Rolle oder Firma nicht berechtigt", ...errorBody("Fehler") } }),
    ...(scope === "account" && { 403: { description: "Nicht für Programme", ...errorBody("Fehler") } }),
    ...(options.body && { 413: { description: "Anfrage zu groß", ...errorBody("Fehler") } }),
    ...(options.upload && {
      413: { description: "Datei zu groß", ...errorBody("Fehler") },
      415: { description: "Kein Formular, oder keine solche Datei", ...errorBody("Fehler") },
    }),
    ...(method === "GET" && (etag || polled) && { 304: { description: "Unverändert" } }),
    500: { description: "Unerwarteter Fehler", ...errorBody("Fehler") },
  }
  for (const [kind, description] of Object.entries(refusals)) {
    const retry = { headers: { "Retry-After": { schema: { type: "integer" }, description: "Sekunden" } } }
    const later = kind === "too many" || kind === "unavailable"
    all[statusOf(kind as RefusalKind)] = { description, ...(later && retry), ...errorBody("Fehler") }
  }
  return all
}
