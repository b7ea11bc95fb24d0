import { expect, test } from "bun:test"
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { connect } from "node:tls"
import { checkCertificate } from "../../../src/ops/check/backups.ts"
import { readConfig } from "../../../src/config.ts"
import { expiryOf, readTls } from "../../../src/lib/tls.ts"
import { until } from "../../helpers/eventually.ts"
import { executable, run, type Running, start } from "../../helpers/executable.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { failing } from "../../helpers/failing.ts"

/** Made for these tests; they end in a hundred years. */
const made = (name: string) => ({
  cert: join(import.meta.dir, "certificates", `${name}.pem`),
  key: join(import.meta.dir, "certificates", `${name}.key`),
})

const folder = temporaryDir()
const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") }
function install(name: string): void {
  copyFileSync(made(name).cert, files.cert)
  copyFileSync(made(name).key, files.key)
}

/** @returns the name in the certificate that a new connection gets */
function certificateOf({ port }: Running, maxVersion?: "TLSv1.1"): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", rejectUnauthorized: false, ...(maxVersion && { maxVersion }) }
    const socket = connect(options, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on("error", reject)
    // Bun tells of some refusals by nothing but the end.
    socket.on("close", () => reject(new Error("no certificate was shown")))
  })
}

/** @returns a good certificate with a cut one behind it, as of a copy that ended early */
function brokenChain(): string {
  const cut = readFileSync(made("neu").cert, "utf8").split("\n").slice(1, 3).join("\n")
  return `${readFileSync(made("alt").cert, "utf8")}-----BEGIN CERTIFICATE-----\n${cut}\n-----END CERTIFICATE-----\n`
}

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n"
const LOGIN = '{"email":"a@b.example","password":"falsch"}'

/**
 * Sends the first half of a log-in, on a connection that the service has taken.
 *
 * @returns sends the rest, and returns the first line of the answer
 */
async function beginLogin({ port }: Running): Promise<() => Promise<string>> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false })
  let reply = ""
  socket.on("data", (bytes) => (reply += String(bytes)))
  socket.on("error", (error) => (reply += String(error)))
  await new Promise((resolve) => socket.once("secureConnect", resolve))
  const head = [
    "POST /api/auth/login HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${LOGIN.length}`,
    "Expect: 100-continue",
  ]
  socket.write(`${head.join("\r\n")}\r\n\r\n${LOGIN.slice(0, 20)}`)
  await until("the service has taken the request", () => reply.includes(CONTINUE))
  return async () => {
    socket.write(LOGIN.slice(20))
    const [line = ""] = await until(
      "it is answered",
      () => /^HTTP.*/.exec(reply.replace(CONTINUE, "")) ?? false,
    )
    socket.destroy()
    return line
  }
}

test("the service speaks TLS, and takes up a new certificate at SIGHUP without losing a request", async () => {
  install("alt")
  const service = await start({ env: { TLS_CERT: files.cert, TLS_KEY: files.key } })
  const url = service.url.replace("http:", "https:")
  const options = { tls: { rejectUnauthorized: false } }
  expect((await fetch(`${url}/health`, options)).status).toBe(200)
  expect(await certificateOf(service)).toBe("alt.example")
  expect(await failing(certificateOf(service, "TLSv1.1"))).toThrow()

  // A request that is under way while the certificate changes: its body comes in two parts.
  const finish = await beginLogin(service)
  install("neu")
  process.kill(service.pid, "SIGHUP")
  await service.said("certificate read again")
  expect(await certificateOf(service)).toBe("neu.example")
  expect(await finish()).toContain(" 401 ")

  writeFileSync(files.key, "kein Schlüssel")
  process.kill(service.pid, "SIGHUP")
  await service.said("the old one stays")
  expect(await certificateOf(service)).toBe("neu.example")
  expect(service.output()).not.toContain("PRIVATE")

  // The certificate itself is good and its key fits: only whoever serves with it trips over what comes behind.
  copyFileSync(made("alt").key, files.key)
  writeFileSync(files.cert, brokenChain())
  process.kill(service.pid, "SIGHUP")
  await service.said("enthält ein fehlerhaftes Zertifikat")
  expect(await certificateOf(service)).toBe("neu.example")
  expect(await service.stop()).toBe(0)
}, 120_000)

test("a certificate that somebody renews is taken up without a word to the service, once both files are there", async () => {
  install("alt")
  const service = await start({ env: { TLS_CERT: files.cert, TLS_KEY: files.key } })
  copyFileSync(made("neu").cert, files.cert)
  expect(await certificateOf(service)).toBe("alt.example")
  copyFileSync(made("neu").key, files.key)
  await service.said("certificate read again")
  expect(await certificateOf(service)).toBe("neu.example")
  expect(service.output()).not.toContain("cannot be used")
  expect(await service.stop()).toBe(0)
}, 60_000)

/** @returns what was answered to a request over a connection of its own, or why there was no answer */
function answerOf({ port }: Running): Promise<string> {
  return new Promise((resolve) => {
    const options = { port, host: "127.0.0.1", rejectUnauthorized: false }
    const socket = connect(options, () => {
      socket.write("GET /health HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
    })
    let answer = ""
    socket.on("data", (chunk) => (answer += String(chunk)))
    socket.on("error", (error) => resolve(String(error)))
    socket.on("close", () => resolve(answer.split("\r\n")[0] || "closed without an answer"))
  })
}

test("no connection is lost while certificates change, however many arrive at that moment", async () => {
  install("alt")
  const service = await start({ env: { TLS_CERT: files.cert, TLS_KEY: files.key } })
  const answers = new Map<string, number>()
  const over = new AbortController()
  const caller = async () => {
    while (!over.signal.aborted) {
      const answer = await answerOf(service)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  const callers = Array.from({ length: 20 }, caller)
  for (let renewed = 0; renewed < 3; renewed++) {
    const name = renewed % 2 === 0 ? "neu" : "alt"
    install(name)
    process.kill(service.pid, "SIGHUP")
    await service.said("certificate read again", renewed + 1)
    for (let i = 0; i < 20; i++) expect(await certificateOf(service)).toBe(`${name}.example`)
  }
  over.abort()
  await Promise.all(callers)
  expect([...answers.keys()]).toEqual(["HTTP/1.1 200 OK"])
  expect(await service.stop()).toBe(0)
}, 120_000)

const canMount = process.getuid?.() === 0 && Bun.spawnSync(["unshare", "--mount", "true"]).success

test.skipIf(!canMount)(
  "where the system does not let two listen on a port, the new certificate is taken up all the same",
  async () => {
    install("alt")
    // A process that does not find its own sockets cannot open their port to a second one.
    const hidden = "mount -t tmpfs none /proc/$$/fd && exec"
    const program = join(temporaryDir(), "pfandwerk")
    writeFileSync(program, `#!/bin/sh\nexec unshare --mount sh -c '${hidden} ${executable()} "$@"' sh "$@"\n`)
    chmodSync(program, 0o755)
    const env = { TLS_CERT: files.cert, TLS_KEY: files.key, PATH: process.env["PATH"] ?? "" }
    const service = await start({ executable: program, env })
    for (const [renewed, name] of ["neu", "alt"].entries()) {
      const finish = await beginLogin(service)
      install(name)
      process.kill(service.pid, "SIGHUP")
      await service.said("certificate read again", renewed + 1)
      expect(await certificateOf(service)).toBe(`${name}.example`)
      expect(await finish()).toContain(" 401 ")
    }
    expect(service.output()).toContain("connections that arrive at this very moment may be lost")
    writeFileSync(files.cert, brokenChain())
    process.kill(service.pid, "SIGHUP")
    await service.said("enthält ein fehlerhaftes Zertifikat")
    expect(await certificateOf(service)).toBe("alt.example")
    expect(await service.stop()).toBe(0)
  },
  120_000,
)

test("SIGHUP without TLS changes nothing", async () => {
  const service = await start()
  process.kill(service.pid, "SIGHUP")
  await service.said("nothing to read again")
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
  expect(await service.stop()).toBe(0)
})

test("a pair that cannot be used stops the start, and says why", async () => {
  const [old, neu] = [made("alt"), made("neu")]
  const broken = join(folder, "broken.pem")
  writeFileSync(broken, brokenChain())
  const refused: [object, string][] = [
    [{ TLS_CERT: old.cert }, "TLS_CERT und TLS_KEY gehören zusammen"],
    [{ TLS_CERT: old.cert, TLS_KEY: neu.key }, "ist nicht der Schlüssel zum Zertifikat"],
    [{ TLS_CERT: join(folder, "nix.pem"), TLS_KEY: old.key }, "TLS_CERT"],
    [{ TLS_CERT: old.key, TLS_KEY: old.key }, "ist keine PEM-Datei"],
    [{ TLS_CERT: broken, TLS_KEY: old.key }, "enthält ein fehlerhaftes Zertifikat"],
  ]
  for (const [env, message] of refused) {
    const { code, stderr } = await run(["serve"], { env: env as Record<string, string> })
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(stderr).not.toContain("    at ")
  }
  expect(() => readConfig({ TLS_KEY: old.key })).toThrow("gehören zusammen")
})

test("check and the log warn of a certificate's end two weeks before", () => {
  const tls = readTls(made("alt"))
  const before = (days: number) => new Date(tls.until.getTime() - days * 86_400_000)
  expect(expiryOf(tls, before(15))).toBeUndefined()
  expect(expiryOf(tls, before(13))).toStartWith("das Zertifikat läuft am")
  expect(expiryOf(tls, before(-1))).toStartWith("das Zertifikat ist am")
  expect(checkCertificate(made("alt"), new Date()).result).toBe("ok")
  expect(checkCertificate(made("alt"), before(13)).result).toBe("warning")
  expect(checkCertificate(made("alt"), before(-1)).result).toBe("fault")
  expect(checkCertificate({ cert: "nix", key: "nix" }, new Date()).result).toBe("fault")
})

test("check and the log warn of a certificate for another name, and of one without who issued it", async () => {
  const [own] = readFileSync(made("issued").cert, "utf8").split(/(?<=-----END CERTIFICATE-----\n)/)
  const alone = join(folder, "alone.pem")
  writeFileSync(alone, own!)
  const told = (cert: string, adresse?: string): string =>
    checkCertificate({ cert, key: made("issued").key }, new Date(), adresse).detail
  for (const adresse of [
    undefined,
    "https://lager.example",
    "https://a.halle.example",
    "https://10.0.0.7:3000",
  ])
    expect(told(made("issued").cert, adresse)).toStartWith("gültig bis")
  for (const other of ["https://pfand.example", "https://10.0.0.8"])
    expect(told(made("issued").cert, other)).toContain(
      "(ADRESSE), sondern für lager.example, *.halle.example",
    )
  expect(told(alone)).toContain("fehlt die Kette")
  const service = await start({ env: { TLS_CERT: alone, TLS_KEY: made("issued").key } })
  await service.said("fehlt die Kette")
  expect(await service.stop()).toBe(0)
  // Signed by itself: whoever made it has made it known to the telephones.
  expect(checkCertificate(made("alt"), new Date()).result).toBe("ok")
})
