import type { Actor, Session } from "../api/frame/session.ts"
import type { SystemDb } from "../db/system-db.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import type { RequestInfo } from "./request-info.ts"

/**
 * One request on its way through guard and validation. The handler never sees it, only a context made from it
 * (context.ts).
 */
export class Call {
  system: SystemDb | undefined
  session: Session | undefined
  actor: Actor | undefined
  tenant: TenantDb | undefined
  body: unknown
  query: unknown
  prepared: unknown

  constructor(
    readonly request: Request,
    public params: Record<string, string>,
    readonly info: RequestInfo,
  ) {}
}
