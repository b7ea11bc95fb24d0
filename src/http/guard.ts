import type { Route } from "../api/frame/route.ts"
import type { Session } from "../api/frame/session.ts"
import { after } from "../lib/after.ts"
import type { Call } from "./call.ts"
import { requireOwnPage } from "./cookie.ts"
import type { HttpDeps } from "./http-deps.ts"
import { authenticate, requireRole, requireTenant, sessionBefore } from "./authenticate.ts"

/** @returns a function that refuses a call, or fills in exactly what its scope may use (call.ts) */
export function guard(
  { options: { scope, roles = [], ownPage } }: Route,
  deps: HttpDeps,
): (call: Call) => void | Promise<void> {
  const { system, clock } = deps
  if (scope === "public") {
    return async (call) => {
      call.system = system
      if (!ownPage) return
      requireOwnPage(call.request, deps.config)
      call.session = await sessionBefore(call.request, deps)
    }
  }
  const enter = (call: Call, session: Session) => {
    call.info.account = session.claims.id
    if (scope === "account") {
      call.system = system
      call.session = session
      return
    }
    call.actor = requireRole(session, roles)
    if (scope === "system") call.system = system
    else call.tenant = requireTenant(session, call.request, system, clock())
    call.info.tenant = call.tenant?.id
  }
  return (call) => after(authenticate(call.request, deps), (session) => enter(call, session))
}
