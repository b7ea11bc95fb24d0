import type { SystemDb } from "../db/system-db.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import type { Deps } from "../deps.ts"
import { stale } from "../lib/refusal.ts"
import type { RequestInfo } from "./request-info.ts"
import type { Actor, Session } from "./session.ts"

/** One request on its way to its handler, which sees of it what `Context` (route.ts) allows. */
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
    readonly params: Record<string, string>,
    readonly deps: Deps,
    readonly info: RequestInfo,
  ) {}

  /** @throws Refusal stale for a tag that cannot be one of ours */
  get ifMatch(): number | undefined {
    const tag = this.request.headers.get("if-match")
    if (tag === null || tag === "*") return undefined
    const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1]
    if (version === undefined) throw stale("If-Match ist kein gültiger ETag dieses Dienstes")
    return Number(version)
  }

  get address(): string {
    return this.info.address
  }
}
