import { type TObject, Type } from "@sinclair/typebox"
import type { Route } from "../api/frame/route.ts"
import { JSON_LIMIT, LARGE_JSON_LIMIT, parseJson, readBytes } from "./body.ts"
import type { Call } from "./call.ts"
import { readQuery } from "./query-string.ts"
import { validator } from "../lib/validation/validate.ts"

/** Reader of a route's input: `receive` reads the body; `check` validates parameters, query and body. */
type InputReader = {
  receive: (call: Call) => Promise<Uint8Array> | undefined
  check: (call: Call, body: Uint8Array | undefined) => void
}

/** @returns the reader of a route's parameters, query and body */
export function inputReader({ options, path }: Route): InputReader {
  const query = queryOf(options)
  const checkQuery = query && validator(query, "query")
  const checkBody = options.body && validator(options.body, "body")
  const checkParams = options.params && validator(options.params, "path")
  if (!path.includes(":") && checkParams) throw new Error(`${path} has no parameters`)
  const limit = options.largeBody ? LARGE_JSON_LIMIT : JSON_LIMIT
  return {
    receive: (call) => (checkBody ? readBytes(call.request, limit) : undefined),
    check: (call, body) => {
      if (checkParams) call.params = checkParams(call.params) as Call["params"]
      if (query && checkQuery) call.query = checkQuery(readQuery(call.request.url, query))
      if (checkBody && body) call.body = checkBody(parseJson(body))
    },
  }
}

const noParameters = Type.Object({}, { additionalProperties: false })

/**
 * The schema of a route's query. Without one, scopes `tenant` and `system` refuse all parameters; the others
 * ignore them, as the customer's specification requires.
 */
const queryOf = ({ query, scope }: Route["options"]): TObject | undefined =>
  query ?? (scope === "tenant" || scope === "system" ? noParameters : undefined)
