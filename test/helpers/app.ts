import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createApp } from "../../src/app.ts"
import type { Rolle } from "../../src/api/frame/session.ts"
import { readConfig } from "../../src/config.ts"
import { mitarbeiter } from "../../src/db/schema.ts"
import { type Deps, openDeps } from "../../src/deps.ts"
import { type Log, silentLog } from "../../src/lib/log.ts"
import type { Passwords } from "../../src/lib/passwords.ts"
import type { Metrics } from "../../src/http/http-deps.ts"
import { requireDescribed } from "./described.ts"
import { putDatabase } from "./migrated.ts"
import { cleanUpBehind } from "./temporary.ts"
import { createTenant } from "../../src/api/tenants/rules.ts"

/** Every test account's password, hashed once per process: hashing is slow on purpose. */
export const PASSWORD = "ein gutes Kennwort"
const hash = Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 19456, timeCost: 2 })
/** Without these a company settles nothing. */
export const BRIEFKOPF = {
  strasse: "Am Hof 1",
  plz: "29221",
  ort: "Celle",
  steuernummer: "33/270/01234",
}
export const AUTHOR = { id: null, name: "test" }

export type Reply = {
  status: number
  headers: Headers
  body: any
  text: string
  bytes: Uint8Array<ArrayBuffer>
}
export type Call = {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  raw?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream
  /** Hangs up. */
  signal?: AbortSignal
}
export type Account = { id: string; email: string; token: string }
export type Company = { id: string; slug: string; admin: Account; user: Account; fahrer: Account }

export type TestApp = {
  dir: string
  deps: Deps
  /** The front door, in process: `call("POST", "/api/auth/login", { body: … })`. */
  call(method: string, path: string, call?: Call): Promise<Reply>
  superadmin(): Promise<Account>
  /** A standard tenant with an account of each role. */
  company(slug: string): Promise<Company>
  account(tenantId: string, rolle: Exclude<Rolle, "superadmin">, email?: string): Promise<Account>
  close(): void
}

type Options = {
  clock?: () => Date
  env?: Record<string, string>
  log?: Log
  dir?: string
  passwords?: Passwords
  metrics?: Metrics
}

/** The whole service on a fresh folder with a real database. Close it at the end of the test file. */
export function createTestApp(options: Options = {}): TestApp {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), "pfandwerk-test-"))
  if (!options.dir) {
    cleanUpBehind("folder", dir)
    putDatabase(dir)
  }
  const config = readConfig({ ...options.env, DATA_DIR: dir })
  const deps = openDeps(config, options.log ?? silentLog, {
    checkReplies: true,
    ...(options.clock && { clock: options.clock }),
    ...(options.passwords && { passwords: options.passwords }),
    ...(options.metrics && { metrics: options.metrics }),
  })
  const front = createApp(deps)
  const { system, tokens } = deps

  const app: TestApp = {
    dir,
    deps,
    async call(method, path, { token, body, headers = {}, raw, signal } = {}) {
      const request = new Request(`http://localhost${path}`, {
        method,
        ...(signal && { signal }),
        headers: {
          host: "localhost",
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(raw !== undefined ? { body: raw } : body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      // As over a socket: each request comes in a turn of its own.
      await new Promise(setImmediate)
      const response = await front(request)
      await requireDescribed(request, response.status)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const text = new TextDecoder().decode(bytes)
      const isJson = response.headers.get("content-type")?.startsWith("application/json")
      return {
        status: response.status,
        headers: response.headers,
        text,
        bytes,
        body: isJson ? JSON.parse(text) : undefined,
      }
    },
    async superadmin() {
      const password_hash = await hash
      const email = `chef-${Bun.randomUUIDv7()}@betreiber.example`
      const id = await system.write(() =>
        system.accounts.insertSuperadmin({ email, name: "Chefin", password_hash }),
      )
      const account = system.accounts.byEmail(email, undefined)
      if (!account) throw new Error("the super administrator is missing")
      return { id, email, token: await tokens.sign(account) }
    },
    async company(slug) {
      const { record: tenant } = await system.write(() =>
        createTenant(
          system,
          AUTHOR,
          { name: `Firma ${slug}`, slug, typ: "standard", ...BRIEFKOPF },
          undefined,
        ),
      )
      return {
        id: tenant.id,
        slug,
        admin: await app.account(tenant.id, "admin"),
        user: await app.account(tenant.id, "user"),
        fahrer: await app.account(tenant.id, "fahrer"),
      }
    },
    async account(tenantId, rolle, email = `${rolle}-${Bun.randomUUIDv7()}@firma.example`) {
      const password_hash = await hash
      const row = await system.write(() =>
        system.tenant(tenantId).insert(mitarbeiter, { email, name: `${rolle} Test`, rolle, password_hash }),
      )
      return { id: row.id, email, token: await tokens.sign(row) }
    },
    close() {
      deps.close()
      if (!options.dir) rmSync(dir, { recursive: true, force: true })
    },
  }
  return app
}
