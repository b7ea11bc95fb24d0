import { writeExport } from "../api/shared/record.ts"
import { Document } from "../api/frame/reply.ts"
import type { Route } from "../api/frame/route.ts"
import type { Call } from "./call.ts"
import type { HttpDeps } from "./http-deps.ts"

/**
 * Makes an entry in the company's protokoll for each file with many people's data, before its first byte is
 * sent. If that fails, the file is not sent.
 *
 * @param run runs the handler; the pieces of a long file are made only later
 */
export function traced(
  { options: { traced: trace } }: Route,
  run: (call: Call) => unknown,
  { system }: HttpDeps,
): (call: Call) => unknown {
  if (!trace) return run
  return async (call) => {
    const { tenant, actor, params, query } = call
    if (!tenant || !actor) throw new Error("only files of a company are traced")
    const document = await run(call)
    if (!(document instanceof Document)) throw new Error("only files are traced")
    const aktion = typeof trace === "string" ? trace : trace({ tenant, params })
    if (aktion === undefined) return document
    const what = { ...(query as Record<string, unknown>), datei: document.name }
    await system.write(() => writeExport(tenant, actor, aktion, params["id"] ?? tenant.id, what), tenant.id)
    return document
  }
}
