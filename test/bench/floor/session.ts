import type { Database } from "bun:sqlite"

type Claims = { id: string; tenant_id: string; rolle: string; jti: string; exp: number }
type Account = {
  id: string
  name: string
  rolle: string
  aktiv: number
  token_generation: number
  token_ausnahme: string | null
  tenant_status: string
}
export type Session = { account: Account; tenant: string }

/** Caller, by a token that was seen before or is verified now, and by what the database says of the account. */
export function sessions(db: Database, secret: string): (request: Request) => Session {
  const byId = db.prepare<Account, [string, string]>(
    `SELECT m.id, m.email, m.name, m.rolle, m.tenant_id, m.aktiv, m.token_generation, m.token_ausnahme,
            t.status AS tenant_status, t.typ AS tenant_typ, t.demo_expires_at
     FROM mitarbeiter m LEFT JOIN tenants t ON t.id = m.tenant_id
     WHERE m.id = +? AND m.tenant_id IS +?`,
  )
  const known = new Map<string, Claims>()
  return (request) => {
    const token = request.headers.get("authorization")?.slice(7) ?? ""
    let claims = known.get(token)
    if (!claims) known.set(token, (claims = verified(token, secret)))
    if (claims.exp * 1000 < Date.now()) throw new Error("expired")
    const account = byId.get(claims.id, claims.tenant_id)
    if (account?.aktiv !== 1 || account.rolle !== claims.rolle || account.tenant_status !== "aktiv")
      throw new Error("may not")
    if (!claims.jti.startsWith(`${account.token_generation}.`) && claims.jti !== account.token_ausnahme)
      throw new Error("revoked")
    return { account, tenant: claims.tenant_id }
  }
}

const signature = (text: string, secret: string): string =>
  new Bun.CryptoHasher("sha256", secret).update(text).digest("base64url") as string

function verified(token: string, secret: string): Claims {
  const [head = "", payload = "", signed = ""] = token.split(".")
  if (signature(`${head}.${payload}`, secret) !== signed) throw new Error("not ours")
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims
}

type Credentials = { email: string; password: string; tenant_slug: string }
type Login = Claims & { email: string; name: string; password_hash: string }

/** Checks a password and signs a token. */
export function logIns(db: Database, secret: string): (given: Credentials) => Promise<object> {
  const byLogin = db.prepare<Login, [string, string]>(
    `SELECT m.* FROM mitarbeiter m JOIN tenants t ON t.id = m.tenant_id
     WHERE t.slug = +? AND m.email = +? AND m.aktiv = 1 AND t.status = 'aktiv'`,
  )
  return async (given) => {
    const account = byLogin.get(given.tenant_slug, given.email)
    if (!account || !(await Bun.password.verify(given.password, account.password_hash))) throw new Error("no")
    const { id, email, name, rolle, tenant_id } = account
    const iat = Math.floor(Date.now() / 1000)
    const jti = `0.${crypto.randomUUID()}`
    const claims = { id, email, rolle, name, tenant_id, jti, iat, exp: iat + 86_400 }
    const text = [{ alg: "HS256", typ: "JWT" }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".")
    return { token: `${text}.${signature(text, secret)}`, user: { id, email, name, rolle, tenant_id } }
  }
}
