import { X509Certificate } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { connect } from "node:tls"
import { chromium } from "playwright-core"
import { loadAuthority } from "../../../src/ops/tls/load.ts"
import { fingerprint, storePair } from "../../../src/ops/tls/kept.ts"
import { renewOwnTls } from "../../../src/ops/tls/renew.ts"
import { createLog } from "../../../src/lib/log.ts"
import { findChromium, hasChromium } from "../../helpers/chromium.ts"
import { serve } from "../../../src/serve.ts"
import { createTestApp } from "../../helpers/app.ts"
import { run, type Running, start } from "../../helpers/executable.ts"
import { rawRequest } from "../../helpers/raw-http.ts"
import { freePort } from "../../helpers/free-port.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { failing } from "../../helpers/failing.ts"

const { createAuthority, issueCertificate, namesAllowedBy } = await loadAuthority()

const DAY = 86_400_000

const dataDir = temporaryDir()
const httpPort = freePort()
let service: Running
let authority: string
const https = () => service.url.replace("http:", "https:")
const plain = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${httpPort}${path}`, { redirect: "manual", ...init })

beforeAll(async () => {
  const made = await run(["tls", "--name", "pfandwerk.local,127.0.0.1"], { dataDir })
  expect([made.code, made.stderr]).toEqual([0, ""])
  expect(made.stdout).toContain("pfandwerk.local, 127.0.0.1, localhost")
  authority = readFileSync(join(dataDir, "tls/authority.pem"), "utf8").split("-----BEGIN PRIVATE")[0] ?? ""
  service = await start({
    dataDir,
    env: { HTTP_PORT: String(httpPort), ADRESSE: "https://pfand.example.de" },
  })
}, 120_000)
afterAll(() => service.stop())

describe("pfandwerk tls", () => {
  test("makes a certificate with which the service speaks TLS to whoever trusts the authority", async () => {
    const trusting = await fetch(`${https()}/health`, { tls: { ca: authority } })
    expect(trusting.status).toBe(200)
    expect(await failing(fetch(`${https()}/health`))).toThrow()
  })

  test("keeps the keys for its owner alone", () => {
    expect(statSync(join(dataDir, "tls")).mode & 0o777).toBe(0o700)
    for (const file of readdirSync(join(dataDir, "tls")))
      expect([file, statSync(join(dataDir, "tls", file)).mode & 0o777]).toEqual([file, 0o600])
  })

  test("closes a folder that others could look into", () => {
    const dir = temporaryDir()
    mkdirSync(join(dir, "tls"), { mode: 0o755 })
    storePair(dir, "server", { cert: "", key: "" })
    expect(statSync(join(dir, "tls")).mode & 0o777).toBe(0o700)
  })

  test("leaves the authority's key out of backups", async () => {
    const file = join(temporaryDir(), "sicherung.tar")
    expect((await run(["backup", file], { dataDir })).code).toBe(0)
    const listed = Bun.spawnSync(["tar", "-tf", file]).stdout.toString()
    expect(listed).toContain("pfandwerk.db")
    expect(listed).not.toContain("tls")
    expect(readFileSync(file).includes("PRIVATE KEY")).toBe(false)
  })

  test("run again with another name, is signed by the same authority", async () => {
    const again = await run(["tls", "--name", "kasse.fritz.box,127.0.0.1"], {
      dataDir,
      env: { PORT: "3000" },
    })
    expect(again.code).toBe(0)
    expect(again.stdout).toContain("etwa ADRESSE=https://kasse.fritz.box:3000\n")
    const elsewhere = await run(["tls", "--name", "kasse.fritz.box,127.0.0.1"], {
      dataDir,
      env: { ADRESSE: "https://pfand.example.de" },
    })
    expect(elsewhere.stdout).toContain("Die Einstellung ADRESSE nennt pfand.example.de: Dafür gilt dieses")
    const server = new X509Certificate(readFileSync(join(dataDir, "tls/server.pem")))
    expect(server.subjectAltName).toContain("kasse.fritz.box")
    expect(server.verify(new X509Certificate(authority).publicKey)).toBe(true)
  })

  test("refuses what the authority may not speak for, and what is no name", async () => {
    const outside = await run(["tls", "--name", "www.example.com"], { dataDir })
    expect([outside.code, outside.stderr.includes("www.example.com")]).toEqual([1, true])
    const nonsense = await run(["tls", "--name", "kein name"], { dataDir })
    expect(nonsense.code).toBe(2)
    const both = await run(["tls", "--show", "--off"], { dataDir })
    expect(both.code).toBe(2)
  })

  test("writes the authority where asked, for its owner alone and over nothing, and takes it in elsewhere", async () => {
    const file = join(temporaryDir(), "stelle.pem")
    expect((await run(["tls", "--export", file], { dataDir })).code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const twice = await run(["tls", "--export", file], { dataDir })
    expect([twice.code, twice.stderr.includes("kann nicht geschrieben werden")]).toEqual([1, true])
    const moved = temporaryDir()
    expect((await run(["tls", "--import", file, "--name", "neu.local"], { dataDir: moved })).code).toBe(0)
    const shown = await run(["tls", "--show"], { dataDir: moved })
    expect(shown.stdout).toContain(fingerprint(new X509Certificate(authority)))
    expect(shown.stdout).toContain("neu.local")
    const app = createTestApp({ dir: moved })
    const page = await app.call("GET", "/zertifikat", { headers: { host: "boese.example" } })
    app.close()
    expect(page.text).toContain("in den\nEinstellungen <code>ADRESSE</code> nennt")
    for (const made of ["<svg", "boese.example"]) expect(page.text).not.toContain(made)
  })

  test("takes in another's authority with the names that it was made for, and touches nothing where it must not", async () => {
    const [first, second] = [temporaryDir(), temporaryDir()]
    await run(["tls", "--name", "laden"], { dataDir: first })
    await run(["tls", "--name", "ersatz"], { dataDir: second })
    const file = join(temporaryDir(), "stelle.pem")
    await run(["tls", "--export", file], { dataDir: first })
    const kept = ["authority.pem", "server.pem"].map((name) => join(second, "tls", name))
    const before = kept.map((path) => readFileSync(path, "utf8"))
    const outside = await run(["tls", "--import", file, "--name", "ersatz"], { dataDir: second })
    expect([outside.code, outside.stderr]).toEqual([1, expect.stringContaining("nicht für ersatz sprechen")])
    expect(kept.map((path) => readFileSync(path, "utf8"))).toEqual(before)
    const taken = await run(["tls", "--import", file], { dataDir: second })
    expect([taken.code, taken.stdout]).toEqual([0, expect.stringContaining("gilt für: laden, ")])
    expect(readFileSync(join(second, "tls/authority.pem.before"), "utf8")).toBe(before[0] ?? "")
    expect(readFileSync(file, "utf8")).toEndWith(readFileSync(kept[0] ?? "", "utf8"))
  })

  test("goes on for the addresses of the server that it comes from, and offers what needs no new telephones", async () => {
    const [first, second] = [temporaryDir(), temporaryDir()]
    await run(["tls", "--name", "erster,erster.local,10.77.0.1"], { dataDir: first })
    const file = join(temporaryDir(), "stelle.pem")
    await run(["tls", "--export", file], { dataDir: first })
    const taken = await run(["tls", "--import", file], { dataDir: second })
    expect([taken.code, taken.stdout]).toEqual([
      0,
      expect.stringContaining("erster, erster.local, 10.77.0.1, "),
    ])
    expect(taken.stdout).toContain("pfandwerk tls --name erster,erster.local,10.77.0.1,")
    // Typed again without a name, it loses none of them, and asks for no new authority.
    const again = await run(["tls"], { dataDir: second })
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("10.77.0.1")])
    const outside = await run(["tls", "--name", "zweiter,10.77.0.2"], { dataDir: second })
    expect([outside.code, outside.stderr]).toEqual([
      1,
      expect.stringContaining("pfandwerk tls --name erster,erster.local,10.77.0.2,localhost"),
    ])
    // A file of before has the authority alone.
    writeFileSync(file, readFileSync(file, "utf8").replace(/^Namen.*\n/, ""))
    expect((await run(["tls", "--import", file], { dataDir: temporaryDir() })).code).toBe(0)
  })

  test("takes in nothing that is no authority", async () => {
    const file = join(temporaryDir(), "server.pem")
    writeFileSync(file, readFileSync(join(dataDir, "tls/server.pem")))
    const first = readFileSync(file, "utf8").replace(authority, "")
    writeFileSync(file, first)
    const taken = await run(["tls", "--import", file], { dataDir: temporaryDir() })
    expect([taken.code, taken.stderr.includes("keine Zertifizierungsstelle")]).toEqual([1, true])
  })

  test("is switched off again, and the authority stays", async () => {
    const other = temporaryDir()
    await run(["tls", "--name", "a.local"], { dataDir: other })
    expect((await run(["tls", "--off"], { dataDir: other })).code).toBe(0)
    expect(readdirSync(join(other, "tls"))).toEqual(["authority.pem"])
    const plainly = await start({ dataDir: other })
    expect((await fetch(`${plainly.url}/health`)).status).toBe(200)
    await plainly.stop()
  })
})

describe("the authority", () => {
  const names = ["pfand.example.de", "203.0.113.9", "lager"]

  test.each([
    ["lager", true],
    ["a.pfand.example.de", true],
    ["203.0.113.9", true],
    ["10.1.2.3", true],
    ["fd00::1", true],
    ["server.fritz.box", true],
    ["example.de", false],
    ["notpfand.example.de", false],
  ])("may speak for %s: %p", async (name, allowed) => {
    const { cert } = await createAuthority(names, new Date())
    expect(namesAllowedBy(cert, name)).toBe(allowed)
  })

  test("is believed by nobody for a name that it may not speak for", async () => {
    const made = await createAuthority(["127.0.0.1"], new Date())
    const forged = await issueCertificate(made, ["www.example.com"], new Date())
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", tls: forged, fetch: () => new Response() })
    const refused = await new Promise<string>((resolve) => {
      const socket = connect(
        { port: server.port ?? 0, host: "127.0.0.1", servername: "www.example.com", ca: made.cert },
        () => resolve("believed"),
      )
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.message))
    })
    void server.stop(true)
    expect(refused).toContain("permitted subtree violation")
  })
})

describe("renewal", () => {
  test("happens before the end, for the same names, and only then", async () => {
    const folder = temporaryDir()
    const now = new Date("2026-03-01T08:00:00Z")
    const made = await createAuthority(["a.local"], now)
    storePair(folder, "authority", made)
    storePair(folder, "server", await issueCertificate(made, ["a.local", "10.0.0.7"], now))
    const file = join(folder, "tls/server.pem")
    const before = readFileSync(file, "utf8")
    expect(await renewOwnTls(folder, new Date(now.getTime() + 300 * DAY))).toBe(false)
    expect(readFileSync(file, "utf8")).toBe(before)
    const late = new Date(now.getTime() + 340 * DAY)
    expect(await renewOwnTls(folder, late)).toBe(true)
    const renewed = new X509Certificate(readFileSync(file))
    expect(renewed.subjectAltName).toBe("DNS:a.local, IP Address:10.0.0.7")
    expect(renewed.validToDate.getTime()).toBe(late.getTime() + 397 * DAY)
  })

  test("is done and taken up by the service itself", async () => {
    const folder = temporaryDir()
    const longAgo = new Date(Date.now() - 380 * DAY)
    const made = await createAuthority(["127.0.0.1"], longAgo)
    storePair(folder, "authority", made)
    storePair(folder, "server", await issueCertificate(made, ["127.0.0.1"], longAgo))
    const renewing = await start({ dataDir: folder })
    await renewing.said("certificate read again")
    const until = await new Promise<string>((resolve, reject) => {
      const socket = connect({ port: renewing.port, host: "127.0.0.1", ca: made.cert }, () => {
        resolve(socket.getPeerCertificate().valid_to)
        socket.destroy()
      })
      socket.on("error", reject)
    })
    expect(Date.parse(until)).toBeGreaterThan(Date.now() + 300 * DAY)
    await renewing.stop()
  })
})

describe("the port for plain HTTP", () => {
  test("gives the authority's certificate, without its key, and the page that explains it", async () => {
    const page = await plain("/zertifikat")
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    const html = await page.text()
    expect(html).toContain("<svg")
    expect(html).toContain(fingerprint(new X509Certificate(authority)))
    expect(html).toContain(`http://pfand.example.de:${httpPort}/zertifikat`)
    const file = await plain("/zertifikat/pfandwerk.crt")
    expect(file.headers.get("content-type")).toBe("application/x-x509-ca-cert")
    const given = new X509Certificate(await file.bytes())
    expect(given.fingerprint256).toBe(new X509Certificate(authority).fingerprint256)
  })

  test("sends all else to https, and takes nothing in", async () => {
    const moved = await plain("/buero?x=1")
    expect([moved.status, moved.headers.get("location")]).toEqual([
      307,
      `https://127.0.0.1:${service.port}/buero?x=1`,
    ])
    for (const path of ["/api/auth/login", "/zertifikat"])
      expect((await plain(path, { method: "POST", body: "{}" })).status).toBeGreaterThanOrEqual(403)
    expect((await plain("/zertifikat/../api/auth/me")).status).toBe(307)
  })

  test("answers to short names of hosts, and does not tell browsers to stay with TLS", async () => {
    for (const host of ["a", "ab", "nas", "nas:8080", "pfandwerk.local"])
      for (const path of ["/zertifikat", "/favicon.svg"]) {
        const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
        const { status, headers } = await rawRequest(httpPort, request)
        expect([host, path, status]).toEqual([host, path, 200])
        expect(headers.get("strict-transport-security")).toBeNull()
      }
  })

  test("is open before the start is told, and if it is taken, the service listens nowhere", async () => {
    const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() })
    const port = freePort()
    const pem = join(dataDir, "tls/server.pem")
    const messages: string[] = []
    const env = {
      TLS_CERT: pem,
      TLS_KEY: pem,
      HOST: "127.0.0.1",
      PORT: `${port}`,
      HTTP_PORT: `${taken.port}`,
    }
    const log = createLog("json", (line) => void messages.push(line))
    const app = createTestApp({ env, log })
    expect(() => serve(app.deps)).toThrow("HTTP_PORT")
    expect(messages.join("")).not.toContain("started")
    expect(await failing(fetch(`https://127.0.0.1:${port}/health`, { tls: { ca: authority } }))).toThrow()
    app.close()
    void taken.stop(true)
  })
})

test("without an authority of its own the page says what that means", async () => {
  const other = await start()
  const page = await (await fetch(`${other.url}/zertifikat`)).text()
  expect(page).toContain("kein eigenes Zertifikat")
  expect((await fetch(`${other.url}/zertifikat/pfandwerk.crt`)).status).toBe(404)
  await other.stop()
})

const certutil = Bun.which("certutil")
if (!hasChromium || !certutil)
  process.stderr.write("no chromium or certutil here: a browser's trust is not tested\n")
test.skipIf(!hasChromium || !certutil)(
  "a browser trusts the service once it has the authority's certificate, and not before",
  async () => {
    const home = temporaryDir()
    const database = join(home, ".pki/nssdb")
    mkdirSync(database, { recursive: true })
    const nss = (...args: string[]) => Bun.spawnSync(["certutil", "-d", `sql:${database}`, ...args])
    nss("-N", "--empty-password")
    const open = async (): Promise<string> => {
      const args = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
      const { executablePath, env } = await findChromium()
      const browser = await chromium.launch({ executablePath, args, env: { ...env, HOME: home } })
      try {
        const page = await browser.newPage()
        await page.goto(`${https()}/zertifikat`)
        return `${await page.title()} ${await page.evaluate("isSecureContext && 'serviceWorker' in navigator")}`
      } catch (error) {
        return /net::(\w+)/.exec((error as Error).message)?.[1] ?? "error"
      } finally {
        await browser.close()
      }
    }
    expect(await open()).toBe("ERR_CERT_AUTHORITY_INVALID")
    const file = join(home, "pfandwerk.crt")
    writeFileSync(file, await (await plain("/zertifikat/pfandwerk.crt")).bytes())
    nss("-A", "-n", "Pfandwerk", "-t", "C,,", "-i", file)
    expect(await open()).toBe("Zertifikat – Pfandwerk true")
  },
  120_000,
)
