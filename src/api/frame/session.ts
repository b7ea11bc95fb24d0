import { rollen } from "../../db/schema/values.ts"
import type { Mitarbeiter, SessionRow } from "../../db/accounts.ts"
import { Refusal } from "../../lib/refusal.ts"

export type Rolle = Mitarbeiter["rolle"]

/** The sets of roles that routes ask for. */
export const operator = ["superadmin"] as const
export const admins = ["superadmin", "admin"] as const
export const office = ["superadmin", "admin", "user"] as const
export const everyone = rollen

/** The claims of a token: the specified payload, its id and its expiry. */
export type Claims = {
  id: string
  email: string
  name: string
  rolle: Rolle
  tenant_id: string | null
  jti: string
  /** Seconds since 1970. */
  iat: number
  exp: number
  /** Only for pages: id of the session, shared by its successive tokens. */
  sid?: string
  /** Only for pages: when the password was typed, in seconds since 1970. */
  auth_time?: number
}

/** Columns of an account from which a token is issued. */
export type TokenOwner = Pick<
  Mitarbeiter,
  "id" | "email" | "rolle" | "name" | "tenant_id" | "token_generation"
>

/** Further claims of a page's token; times in seconds since 1970. */
export type PageSession = Required<Pick<Claims, "sid" | "auth_time" | "exp">>

/** The acting account as stored now, not as in its token. `rechte`: only of a program, as in `Session`. */
export type Actor = {
  id: string
  name: string
  rolle: Rolle
  tenant_id: string | null
  rechte?: ReadonlySet<string>
}

/** Whether somebody may see the records of a driver: a driver sees those of no other, everybody else sees all. */
export const seesRecordsOf = ({ rolle, id }: Actor, fahrer_id: string | null): boolean =>
  rolle !== "fahrer" || fahrer_id === id

/**
 * Session of an authentic token; `account` is undefined if it no longer exists. A program has the rights that it was
 * given and no others; people have those of their role.
 */
export type Session = { claims: Claims; account: SessionRow | undefined; rechte?: ReadonlySet<string> }

/** @returns whether a demo has expired; other tenants never do */
export const isExpired = (typ: string | null, expiresAt: string | null, now: Date): boolean =>
  typ === "demo" && expiresAt !== null && Date.parse(expiresAt) < now.getTime()

/**
 * Seconds after which a telephone asks again, for a company that may be let in again: until then it keeps what was not sent.
 */
const ASK_AGAIN = 600

export const demoExpired = (): Refusal =>
  new Refusal("forbidden", "Demo-Zugang abgelaufen", { retryAfter: ASK_AGAIN })

export const tenantBlocked = (): Refusal =>
  new Refusal("forbidden", "Tenant nicht aktiv", { retryAfter: ASK_AGAIN, ended: true })
