import { timingSafeEqual } from "node:crypto"
import { missing, unauthenticated } from "../../lib/refusal.ts"
import { hidden, raw } from "../../http/http-deps.ts"
import { respond } from "../../http/respond.ts"
import type { Route } from "../../api/frame/route.ts"

/** For the operator's monitoring (Prometheus), not for the companies: it has a token of its own. */
export const metricsRoutes: Route[] = [
  raw("GET /metrics", hidden("Messwerte für die Überwachung"), async ({ request, deps }) => {
    const { metrics, config } = deps
    if (!metrics || !config.metricsToken) throw missing()
    const given = request.headers.get("authorization") ?? ""
    if (!equal(given, `Bearer ${config.metricsToken}`)) throw unauthenticated()
    const { text, type } = await metrics.render(deps)
    return respond(request, 200, text, { "Content-Type": type })
  }),
]

/** Compares hashes, so that the time tells neither a token's length nor how much of it was right. */
function equal(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => new Bun.CryptoHasher("sha256").update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
