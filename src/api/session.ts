import { rollen } from "../db/schema/values.ts"
import type { Mitarbeiter, SessionRow } from "../db/system-db.ts"
import { forbidden, type Refusal } from "../lib/refusal.ts"

export type Rolle = Mitarbeiter["rolle"]

/** The sets of roles that routes ask for. */
export const operator = ["superadmin"] as const
export const admins = ["superadmin", "admin"] as const
export const office = ["superadmin", "admin", "user"] as const
export const everyone = rollen

/** What a token says: the specified payload, its id and its end. */
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
  /** Of a page's session: its id, which outlives each of its tokens, and when the password was typed, in seconds. */
  sid?: string
  auth_time?: number
}

/** What a token is made of. */
export type TokenOwner = Pick<
  Mitarbeiter,
  "id" | "email" | "rolle" | "name" | "tenant_id" | "token_generation"
>

/** The session of a page that a token belongs to; all three in seconds. */
export type PageSession = Required<Pick<Claims, "sid" | "auth_time" | "exp">>

/** Who acts: the account as it is stored now, not as the token remembers it. */
export type Actor = { id: string; name: string; rolle: Rolle; tenant_id: string | null }

/** An authentic token; `account` is missing when the account no longer exists. */
export type Session = { claims: Claims; account: SessionRow | undefined }

/** @returns whether a demo's time is over; every other kind of tenant has none */
export const isExpired = (typ: string | null, expiresAt: string | null, now: Date): boolean =>
  typ === "demo" && expiresAt !== null && Date.parse(expiresAt) < now.getTime()

export const demoExpired = (): Refusal => forbidden("Demo-Zugang abgelaufen")
