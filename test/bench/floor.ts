/**
 * What the service is measured against: a bare Bun.serve with prepared statements on the same database, which
 * answers the same bytes after the same token, account and password checks, and does nothing else.
 */
import { Database } from "bun:sqlite"
import { join } from "node:path"

const dataDir = process.env["DATA_DIR"] as string
const headers = JSON.parse(process.env["FLOOR_HEADERS"] as string) as Record<string, string>
const health = process.env["FLOOR_HEALTH"] as string

const db = new Database(join(dataDir, "pfandwerk.db"), { readonly: true })
const secret = (await Bun.file(join(dataDir, "jwt_secret")).text()).trim()

type Claims = { id: string; tenant_id: string }
type Account = Claims & { email: string; name: string; rolle: string; password_hash: string }

// The service looks whether the file still lies there, and reads it once a second; this asks each time.
const probe = db.query("SELECT 1 FROM tenants LIMIT 1")
const byLogin = db.query<Account, [string, string]>(
  `SELECT m.* FROM mitarbeiter m JOIN tenants t ON t.id = m.tenant_id
   WHERE t.slug = +? AND m.email = +? AND m.aktiv = 1 AND t.status = 'aktiv'`,
)
const session = db.query<{ aktiv: number }, [string]>(
  `SELECT m.aktiv, m.rolle, m.token_generation, t.status FROM mitarbeiter m
   LEFT JOIN tenants t ON t.id = m.tenant_id WHERE m.id = +?`,
)
const me = db.query<object, [string]>(
  `SELECT m.id, m.email, m.name, m.rolle, m.tenant_id, m.erstellt_am, t.name AS tenant_name,
          t.slug AS tenant_slug, t.typ AS tenant_typ, t.demo_expires_at, t.status AS tenant_status
   FROM mitarbeiter m LEFT JOIN tenants t ON t.id = m.tenant_id WHERE m.id = +?`,
)
const page = db.query<{ id: string; name: string }, [string]>(
  `SELECT id, name, rolle, aktiv, tenant_id, email, erstellt_am, aktualisiert_am, version
   FROM mitarbeiter WHERE tenant_id = ? ORDER BY name, id LIMIT 51`,
)

const sign = (text: string): string =>
  new Bun.CryptoHasher("sha256", secret).update(text).digest("base64url") as string
const known = new Map<string, Claims>()

function claimsOf(request: Request): Claims {
  const token = request.headers.get("authorization")?.slice(7) ?? ""
  const cached = known.get(token)
  const claims = cached ?? verified(token)
  if (session.get(claims.id)?.aktiv !== 1) throw new Error("not active")
  return claims
}

function verified(token: string): Claims {
  const [head = "", payload = "", signature = ""] = token.split(".")
  if (sign(`${head}.${payload}`) !== signature) throw new Error("not ours")
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims
  known.set(token, claims)
  return claims
}

async function login(request: Request): Promise<object> {
  const given = (await request.json()) as { email: string; password: string; tenant_slug: string }
  const account = byLogin.get(given.tenant_slug, given.email)
  if (!account || !(await Bun.password.verify(given.password, account.password_hash))) throw new Error("no")
  const { id, email, name, rolle, tenant_id } = account
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    jti: `0.${crypto.randomUUID()}`,
    id,
    email,
    rolle,
    name,
    tenant_id,
    exp: iat + 86_400,
    iat,
  }
  const text = [{ alg: "HS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
  return { token: `${text}.${sign(text)}`, user: { id, email, name, rolle, tenant_id } }
}

function listPage(request: Request): object {
  const rows = page.all(claimsOf(request).tenant_id)
  const items = rows.slice(0, 50)
  const last = items.at(-1)
  const key = JSON.stringify(["mitarbeiter name", last?.name, last?.id])
  return { items, next_cursor: rows.length > 50 ? Buffer.from(key).toString("base64url") : null }
}

const json = (body: object): Response =>
  new Response(JSON.stringify(body), { headers: { ...headers, "X-Request-Id": Bun.randomUUIDv7() } })

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const path = request.url.slice(request.url.indexOf("/", 8))
    if (path === "/health") return json(probe.get() ? (JSON.parse(health) as object) : {})
    if (path === "/api/auth/me") return json(me.get(claimsOf(request).id) as object)
    if (path === "/api/mitarbeiter") return json(listPage(request))
    return json(await login(request))
  },
})
process.stdout.write(`${server.port}\n`)
