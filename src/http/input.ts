import type { Route } from "../api/route.ts"
import { readJson } from "./body.ts"
import type { Call } from "./call.ts"
import { readQuery } from "./query-string.ts"
import { validator } from "../lib/validation/validate.ts"

/**
 * @returns a function that reads and validates everything the route takes, and reports all faults of a part
 *   at once
 */
export function inputReader({ options, path }: Route): (call: Call) => void | Promise<void> {
  const query = options.query
  const checkQuery = query && validator(query, "query")
  const checkBody = options.body && validator(options.body, "body")
  const checkParams = options.params && validator(options.params, "path")
  if (!path.includes(":") && checkParams) throw new Error(`${path} has no parameters`)
  return (call) => {
    if (checkParams) call.params = checkParams(call.params) as Call["params"]
    if (query && checkQuery) call.query = checkQuery(readQuery(call.request.url, query))
    if (!checkBody) return
    return readJson(call.request).then((body) => {
      call.body = checkBody(body)
    })
  }
}
