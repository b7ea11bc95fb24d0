import type { Route } from "../../api/frame/route.ts"
import type { Kind } from "../../lib/refusal.ts"
import { statusOf } from "../errors.ts"
import { content, type Json, ref } from "./schema.ts"

export const errorSchemas: Json = {
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
    all[statusOf(kind as Kind)] = { description, ...(later && retry), ...errorBody("Fehler") }
  }
  return all
}
