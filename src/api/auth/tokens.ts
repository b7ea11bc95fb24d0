import { jwt } from "@elysiajs/jwt"
import { DAY } from "../../lib/day.ts"
import type { Claims, PageSession, TokenOwner } from "../frame/session.ts"

export type Tokens = {
  /** Eight hexadecimal digits that only services with the same secret share. */
  readonly issuer: string
  /** 32 bytes as base64, the same in all sessions of an account: pages lock away with it what is typed and not sent. */
  draftKey(account: { tenant_id: string | null; id: string }): string
  /** The same as earlier versions made it: two companies may have accounts with one id. */
  earlierDraftKey(id: string): string
  sign(account: TokenOwner, session?: PageSession): Promise<string>
  /** @returns the claims of a token that is authentic and not expired, else undefined */
  verify(token: string): Promise<Claims | undefined> | Claims | undefined
}

/** Verified tokens that are remembered until they expire: about 5 MB. */
const REMEMBERED = 10_000

/** Three parts in base64url (RFC 7515 §7.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/

export const DAY_IN_SECONDS = DAY / 1000

/**
 * Signs and verifies tokens. A verified token is remembered, as checking a signature costs more than the
 * query that follows. Whether its account is still allowed in is checked on every request.
 */
export function createTokens(secret: string, clock: () => Date): Tokens {
  const { sign, verify } = jwt({ name: "jwt", secret, alg: "HS256", exp: "24h" }).decorator.jwt
  const known = new Map<string, Claims>()
  const check = async (token: string): Promise<Claims | undefined> => {
    if (!TOKEN.test(token)) return undefined
    // By default HS384, tokens without an end and tokens from the future would pass (RFC 8725 §3.1).
    const claims = await verify(token, {
      algorithms: ["HS256"],
      requiredClaims: ["exp", "iat"],
      maxTokenAge: "24h",
      currentDate: clock(),
    })
    if (!claims || !isClaims(claims)) return undefined
    if (known.size >= REMEMBERED) known.clear()
    // Never remembered beyond the 24 hours that any token may live, whatever its own expiry says.
    const remembered = { ...claims, exp: Math.min(claims.exp, claims.iat + DAY_IN_SECONDS) }
    known.set(token, remembered)
    return remembered
  }
  const keyOf = (what: string): string => new Bun.CryptoHasher("sha256", secret).update(what).digest("base64")
  return {
    issuer: new Bun.CryptoHasher("sha256", secret).update("issuer").digest("hex").slice(0, 8),
    draftKey: ({ tenant_id, id }) => keyOf(`draft ${tenant_id} ${id}`),
    earlierDraftKey: (id) => keyOf(`draft ${id}`),
    sign: ({ id, email, rolle, name, tenant_id, token_generation }, session) =>
      sign({
        id,
        email,
        rolle,
        name,
        tenant_id,
        jti: `${token_generation}.${crypto.randomUUID()}`,
        ...session,
      }),
    verify(token) {
      const claims = known.get(token)
      if (!claims) return check(token)
      const left = claims.exp - clock().getTime() / 1000
      // More than a day left: it was issued while the clock was wrong, and would outlive its 24 hours.
      if (left > 0 && left <= 2 * DAY_IN_SECONDS) return claims
      known.delete(token)
      return undefined
    },
  }
}

/**
 * @returns the generation of the account's tokens that this one belongs to; 0 for a token without an id,
 *   signed with the same secret by the earlier service
 */
export const generation = (claims: Claims): number => Number(claims.jti.split(".", 1)[0] || 0)

/** @returns the id under which a session is ended: of all tokens of a page, or of a program's one token */
export const sessionId = ({ sid, jti }: Claims): string => sid ?? jti

function isClaims(claims: object): claims is Claims {
  const { id, rolle, tenant_id, iat, exp, jti, sid, auth_time } = claims as Partial<Claims>
  ;(claims as Claims).jti = typeof jti === "string" ? jti : ""
  return (
    typeof id === "string" &&
    typeof rolle === "string" &&
    (tenant_id === null || typeof tenant_id === "string") &&
    Number.isFinite(iat) &&
    Number.isFinite(exp) &&
    (sid === undefined || (typeof sid === "string" && sid !== "" && Number.isFinite(auth_time)))
  )
}
