import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { connect } from "node:tls"
import { createTestApp } from "../helpers/app.ts"
import { type Running, start } from "../helpers/executable.ts"
import { rawRequest } from "../helpers/raw-http.ts"
import { temporaryDir } from "../helpers/temporary.ts"

/** Replies on the wire before and around the routes, over TLS and without. */

const certificate = (end: string) => join(import.meta.dir, "..", "ops/tls/certificates", `alt.${end}`)
let plain: Running
let encrypted: Running

beforeAll(async () => {
  plain = await start()
  encrypted = await start({ env: { TLS_CERT: certificate("pem"), TLS_KEY: certificate("key") } })
}, 120_000)
afterAll(() => Promise.all([plain.stop(), encrypted.stop()]))

/** Sends bytes as they are over TLS; @returns all that comes back */
function rawOverTls(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    const { port } = encrypted
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () =>
      socket.write(request),
    )
    socket.on("data", (chunk) => (text += String(chunk)))
    socket.on("error", reject)
    socket.on("close", () => resolve(text))
  })
}

test("a host of any length leads to its own path and to no other, with TLS or without", async () => {
  const request = (host: string, path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  for (const host of ["a", "ab", "a:443", "abc", "a.b", "localhost"])
    for (const [path, status] of [
      ["/health", 200],
      ["/h", 404],
      ["/foo/health", 404],
    ] as const) {
      const reply = await rawOverTls(request(host, path))
      expect([host, path, reply.split("\r\n")[0]]).toEqual([
        host,
        path,
        expect.stringContaining(` ${status} `),
      ])
      expect([host, path, (await rawRequest(plain.port, request(host, path))).status]).toEqual([
        host,
        path,
        status,
      ])
    }
})

test("browsers that came over TLS are told to stay with it, and only those", async () => {
  const reply = await rawOverTls("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
  expect(reply).toMatch(/^strict-transport-security: max-age=31536000\r$/im)
  const insecure = await fetch(`${plain.url}/health`, { headers: { "x-forwarded-proto": "https" } })
  expect(insecure.headers.get("strict-transport-security")).toBeNull()
})

test("so are those that came over TLS to a proxy that is trusted", async () => {
  const app = createTestApp({ env: { TRUST_PROXY: "true" } })
  const told = async (path: string, protocol: string) =>
    (await app.call("GET", path, { headers: { "x-forwarded-proto": protocol } })).headers.get(
      "strict-transport-security",
    )
  for (const path of ["/health", "/gibt-es-nicht", "/"]) {
    expect([path, await told(path, "https")]).toEqual([path, "max-age=31536000"])
    // The last one is the proxy's own; what stands before it came from outside.
    expect([path, await told(path, "http, HTTPS")]).toEqual([path, "max-age=31536000"])
    expect([path, await told(path, "https, http")]).toEqual([path, null])
    expect([path, await told(path, "http")]).toEqual([path, null])
  }
  app.close()
})

test("a page shares no window with one of another origin", async () => {
  for (const path of ["/", "/docs", "/health"]) {
    const reply = await fetch(`${plain.url}${path}`)
    expect([path, reply.headers.get("cross-origin-opener-policy")]).toEqual([path, "same-origin"])
  }
})

const openssl = Bun.which("openssl")
if (!openssl) process.stderr.write("No openssl: the ciphers of TLS 1.2 are NOT tried here.\n")

const cipherOf =
  ({ port }: Running) =>
  (...options: string[]): string => {
    const address = `127.0.0.1:${port}`
    const { stdout } = Bun.spawnSync(["openssl", "s_client", "-connect", address, ...options], {
      stdin: null,
    })
    return /Cipher is (\S+)/.exec(stdout.toString())?.[1] ?? "(NONE)"
  }

test.skipIf(!openssl)("TLS 1.2 has neither CBC nor RSA key exchange, and TLS 1.1 is not spoken", () => {
  const cipherWith = cipherOf(encrypted)
  for (const cipher of [
    "ECDHE-ECDSA-AES128-SHA",
    "ECDHE-ECDSA-AES256-SHA",
    "AES128-SHA",
    "AES128-GCM-SHA256",
  ])
    expect([cipher, cipherWith("-tls1_2", "-cipher", cipher)]).toEqual([cipher, "(NONE)"])
  expect(cipherWith("-tls1_2", "-cipher", "ALL:@SECLEVEL=0")).toMatch(/^ECDHE-ECDSA-.*(?:GCM|POLY1305)/)
  expect(cipherWith("-tls1_1", "-cipher", "ALL:@SECLEVEL=0")).toBe("(NONE)")
  expect(cipherWith("-tls1_3")).toStartWith("TLS_")
})

test.skipIf(!openssl)(
  "nor has it with a certificate of the older kind, for which there are more of them",
  async () => {
    const folder = temporaryDir()
    const [TLS_CERT, TLS_KEY] = [join(folder, "rsa.pem"), join(folder, "rsa.key")]
    const files = ["-keyout", TLS_KEY, "-out", TLS_CERT]
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", ...files]
    expect(Bun.spawnSync(["openssl", ...made], { stderr: "ignore" }).exitCode).toBe(0)
    const service = await start({ env: { TLS_CERT, TLS_KEY } })
    const cipherWith = cipherOf(service)
    for (const cipher of ["ECDHE-RSA-AES128-SHA", "AES128-SHA", "AES128-GCM-SHA256", "AES256-GCM-SHA384"])
      expect([cipher, cipherWith("-tls1_2", "-cipher", cipher)]).toEqual([cipher, "(NONE)"])
    expect(cipherWith("-tls1_2")).toMatch(/^ECDHE-RSA-.*(?:GCM|POLY1305)/)
    await service.stop()
  },
)

test("the body of a refused request is not taken for the next request on its connection", async () => {
  const inBody = "GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n"
  const refused = `POST /api/kunden HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${inBody.length}\r\n\r\n${inBody}`
  const next = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
  const { text } = await rawRequest(plain.port, refused + next)
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["401", "200"])
  expect(text).toContain('"status":"ok"')
})

test("what the runtime lets through is answered in our form, and of the rest nothing is served", async () => {
  const end = "Host: localhost\r\nConnection: close\r\n\r\n"
  for (const method of ["PROPFIND", "TRACE", "QUERY", "MKCOL"]) {
    const reply = await rawRequest(plain.port, `${method} /health HTTP/1.1\r\n${end}`)
    expect([method, reply.status, String(reply.body)]).toEqual([
      method,
      405,
      '{"error":"Methode nicht erlaubt"}',
    ])
    expect(reply.headers.get("allow")).toBe("GET, HEAD")
  }
  // As the README says: these the runtime answers itself, without a body.
  const bare: [string, number][] = [
    [`GET /health HTTP/3.0\r\n${end}`, 505],
    [`GET /health HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n${end}`, 431],
    [`GET /${"a".repeat(20_000)} HTTP/1.1\r\n${end}`, 431],
    ["GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["garbage\r\n\r\n", 400],
  ]
  for (const [request, status] of bare) {
    const reply = await rawRequest(plain.port, request)
    expect([status, reply.status, reply.body.length]).toEqual([status, status, 0])
  }
  // And a method that no standard knows gets no answer at all.
  const unknown = await rawRequest(plain.port, `FOO /health HTTP/1.1\r\n${end}`)
  expect([unknown.status, unknown.text]).toEqual([0, ""])
})
