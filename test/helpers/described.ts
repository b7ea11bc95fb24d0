import type { Route } from "../../src/api/frame/route.ts"
import { infoOf } from "../../src/http/call.ts"
import { responses } from "../../src/http/openapi/describe.ts"
import { roomAt } from "../../src/routes.ts"

/** What any address may answer; the description is silent of it. */
const ANYWHERE = new Set([405, 408, 429, 499, 503, 507])

const routeOf = async (path: string, method: string): Promise<Route | undefined> =>
  (await roomAt(path)?.())?.find((one) => one.path === path && one.method === method)

/** Whoever writes a program for the service learns from the description how each address refuses. */
export async function requireDescribed(request: Request, status: number): Promise<void> {
  const { route: path, tenant } = infoOf(request)
  if (status < 400 || path === undefined || ANYWHERE.has(status)) return
  const route = await routeOf(path, request.method)
  if (!route || route.options.undocumented) return
  // Who names a company that is not there is stopped before the route.
  if (route.options.scope === "tenant" && tenant === undefined) return
  if (!(status in responses(route, {})))
    throw new Error(`${request.method} ${path} answers ${status}, and its description does not say so`)
}
