/**
 * The floor that the service is measured against: a bare Bun.serve with prepared statements, which answers the same bytes
 * after the same checks of token, account and tenant, and does nothing else: no validation, no roles, no log, no
 * limits.
 */
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { statSync } from "node:fs"
import { booking, type Posten } from "./bookings.ts"
import { completing } from "./deliveries.ts"
import { creating } from "./kunden.ts"
import { receiving, storedPicture } from "./pictures.ts"
import { reads } from "./reads.ts"
import { logIns, sessions } from "./session.ts"
import { remembering, writer } from "./write.ts"

const dataDir = process.env["DATA_DIR"] as string
const secret = process.env["JWT_SECRET"] as string
/** Headers and health that the service answered. */
const { headers, health } = JSON.parse(process.env["FLOOR"] as string) as {
  headers: Record<string, string>
  health: object
}

const file = join(dataDir, "pfandwerk.db")
const db = new Database(file, { readwrite: true, create: false, strict: true })
for (const pragma of [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "recursive_triggers = ON",
  "temp_store = MEMORY",
  "cache_size = -16000",
  "secure_delete = ON",
])
  db.run(`PRAGMA ${pragma}`)

const session = sessions(db, secret)
const logIn = logIns(db, secret)
const read = reads(db)
const write = writer(db)
const remember = remembering(db)
const [create, book, complete] = [creating(db), booking(db), completing(db)]
const uploads = join(dataDir, "uploads")
const receive = receiving(db, uploads, write)

const base = new Headers(headers)
function json(body: object, status = 200, etag?: number | string): Response {
  const all = new Headers(base)
  all.set("X-Request-Id", Bun.randomUUIDv7())
  if (etag !== undefined) all.set("ETag", `"${etag}"`)
  return new Response(JSON.stringify(body), { status, headers: all })
}

function get(request: Request, path: string, params: URLSearchParams): Response {
  if (path === "/health") {
    statSync(file)
    return json(health)
  }
  if (path.startsWith("/uploads/")) return storedPicture(uploads, path.slice("/uploads/".length), base)
  const { account, tenant } = session(request)
  if (path === "/api/auth/me") return json(read.me(account.id, tenant))
  if (path === "/api/kunden") return json(read.kunden(tenant, params))
  if (path === "/api/pfandsalden") return json(read.salden(tenant))
  if (path === "/api/touren") {
    const touren = read.touren(tenant, params.get("datum") ?? "")
    return json(touren, 200, Bun.hash(JSON.stringify(touren)).toString(36))
  }
  const id = path.slice("/api/kunden/".length, "/api/kunden/".length + 36)
  if (path.endsWith("/pfandkonto"))
    return json({ ...read.pfandkonto(tenant, id), letzte_rueckgabe: read.rueckgabe(tenant, id) })
  const kunde = read.kunde(tenant, id)
  return json(kunde, 200, kunde.version)
}

type Vorgang = { id: string; kunde_id: string; erfasst_am: string; positionen: Posten[] }

async function post(request: Request, path: string): Promise<Response> {
  if (path === "/api/auth/login") return json(await logIn((await request.json()) as never))
  const { account, tenant } = session(request)
  if (path.endsWith("/bilder")) {
    return json(
      await receive(tenant, account, path.slice("/api/kunden/".length, -"/bilder".length), request),
      201,
      1,
    )
  }
  const body = (await request.json()) as never
  if (path === "/api/kunden") return json(await write(() => create(tenant, account, body)), 201, 1)
  if (path === "/api/pfandbuchungen")
    return json(await write(() => bookVorgang(tenant, account.id, body)), 201)
  const id = path.slice("/api/lieferungen/".length, -"/abschluss".length)
  const delivery = await write(() => complete(tenant, account, id, body))
  // Of a record that is put together from several: its version, and what it says.
  return json(delivery, 200, `${delivery.version}-${Bun.hash(JSON.stringify(delivery)).toString(36)}`)
}

function bookVorgang(tenant: string, actor: string, given: Vorgang): object {
  const { id: vorgang_id, kunde_id, erfasst_am, positionen } = given
  remember(tenant, "pfandbuchungen", vorgang_id, given, new Date().toISOString())
  const vorgang = { vorgang_id, kunde_id, erfasst_am, lieferung_id: null }
  const buchungen = book(tenant, actor, vorgang, positionen)
  return { vorgang_id, buchungen, pfandkonto: read.pfandkonto(tenant, kunde_id) }
}

const NONE = new URLSearchParams()

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env["PORT"]),
  development: false,
  fetch(request) {
    const at = request.url.indexOf("/", 8)
    const mark = request.url.indexOf("?", at)
    const path = request.url.slice(at, mark < 0 ? undefined : mark)
    const params = mark < 0 ? NONE : new URLSearchParams(request.url.slice(mark))
    if (request.method === "GET") return get(request, path, params)
    return post(request, path)
  },
})
process.stdout.write(`${server.port}\n`)
