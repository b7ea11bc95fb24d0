import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { until } from "../helpers/eventually.ts"
import { run, type Running, start } from "../helpers/executable.ts"

/** Callers who send slowly, read slowly or send too much: each on its own connection, against the executable. */

let service: Running
let token: string
let driver: string
let kunde: string
const DOOR = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
const password = "ein gutes Kennwort"

beforeAll(async () => {
  service = await start({ env: { IDLE_SECONDS: "2" } })
  const tenant =
    "tenant create --name Sommer --slug sommer --admin-email a@s.example --admin-name A --password-stdin"
  await run(tenant.split(" "), { dataDir: service.dataDir, stdin: `${password}\n` })
  const json = (path: string, body: object) =>
    fetch(service.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    }).then((reply) => reply.json() as Promise<Record<string, string>>)
  token = (await json("/api/auth/login", { email: "a@s.example", password }))["token"] ?? ""
  await json("/api/mitarbeiter", { email: "j@s.example", name: "Jens", rolle: "fahrer", password })
  driver = (await json("/api/auth/login", { email: "j@s.example", password }))["token"] ?? ""
  kunde = (await json("/api/kunden", { name: "Adler" }))["id"] ?? ""
})
afterAll(() => service.stop())

type Opened = {
  socket: Socket
  /** Resolves with what had come when the other side closes. */
  closed: Promise<string>
  /** Resolves when the service waits for the body of a request that expects to be told so. */
  taken: () => Promise<boolean>
}

/** Makes the service say when it has taken a request, and waits for its body. */
const EXPECT = "Expect: 100-continue\r\n"

/** Sends a text; reads unless told not to. */
function open(text: string, { reading = true } = {}): Opened {
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  let answer = ""
  const socket = connect(service.port, "127.0.0.1", () => socket.write(text))
  if (reading) socket.on("data", (chunk) => (answer += String(chunk)))
  socket.on("error", () => resolve(answer))
  socket.on("close", () => resolve(answer))
  const taken = () => until("the service has taken the request", () => answer.startsWith("HTTP/1.1 100"))
  return { socket, closed, taken }
}

const answers = async () => (await fetch(`${service.url}/health`)).status

test("headers beyond 16 KB are refused", async () => {
  expect(
    await open(`GET /health HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`).closed,
  ).toStartWith("HTTP/1.1 431")
})

test("a connection without a whole request is closed, also when a byte comes now and then", async () => {
  const silent = open("")
  const half = open("GET /hea")
  const trickle = open("GET /health HTTP/1.1\r\nHost: x\r\nX: ")
  const dripping = setInterval(() => trickle.socket.write("a"), 500)
  expect(await answers()).toBe(200)
  expect(await Promise.all([silent.closed, half.closed, trickle.closed])).toEqual(["", "", ""])
  clearInterval(dripping)
}, 120_000)

test("a body that stops coming is let go of", async () => {
  const auth = `Authorization: Bearer ${token}\r\n`
  const sender = open(
    `POST /api/kunden HTTP/1.1\r\nHost: x\r\n${auth}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name":`,
  )
  await sender.closed
  expect(await answers()).toBe(200)
}, 120_000)

/** @returns whether the service still holds its end of a connection */
function isHeld({ localPort = 0 }: Socket): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0")
  const [ours, theirs] = [hex(service.port), hex(localPort)]
  // Local address, remote address, and 01: established.
  return new RegExp(`\\w+:${ours} \\w+:${theirs} 01 `).test(readFileSync("/proc/net/tcp", "utf8"))
}

test.skipIf(process.platform !== "linux")(
  "a reader that stops reading is let go of",
  async () => {
    // More than what lies in the buffers of both sides.
    const request = "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"
    const reader = open(request.repeat(20), { reading: false })
    reader.socket.pause()
    await new Promise((there) => reader.socket.once("connect", there))
    await until("the service has let go of it", () => !isHeld(reader.socket))
    let size = 0
    reader.socket.on("data", (chunk) => (size += chunk.length))
    reader.socket.resume()
    await reader.closed
    expect(size).toBeLessThan(20_000_000)
    expect(await answers()).toBe(200)
  },
  120_000,
)

test("whoever hangs up in the middle of a body is no failure of ours", async () => {
  const before = service.output().length
  // Not where others of these tests have sent to.
  const paths = ["/api/geraete", "/api/pfandartikel"] as const
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${EXPECT}`
  const announced = open(`${head(paths[0])}Content-Length: 500\r\n\r\n{"name":`)
  const chunked = open(`${head(paths[1])}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam\r\n`)
  await Promise.all([announced.taken(), chunked.taken()])
  announced.socket.destroy()
  chunked.socket.destroy()
  const lines = () => service.output().slice(before).split("\n")
  const isTold = (path: string) =>
    lines().some((line) => line.includes('"status":499') && line.includes(`"path":"${path}"`))
  await until("both are in the log", () => paths.every(isTold))
  expect(lines().join("\n")).not.toContain('"level":"error"')
})

test("a driver's slow uploads take only so much memory, and a colleague's picture finds room", async () => {
  const path = `/api/kunden/${kunde}/bilder`
  const head = (who: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${who}\r\nContent-Type: multipart/form-data; boundary=x\r\n`
  // Announced and begun, and not gone on with.
  const upload = (who: string) =>
    open(`${head(who)}Connection: close\r\nContent-Length: 10000000\r\n\r\n--x\r\n`)
  const stuck = Array.from({ length: 8 }, () => upload(driver))
  const dripping = setInterval(() => stuck.forEach(({ socket }) => socket.write("a")), 300)
  const answer = await Promise.any(stuck.slice(2).map(({ closed }) => closed))
  expect(answer).toStartWith("HTTP/1.1 503")
  expect(answer).toContain("Zu viele Dateien gleichzeitig")
  expect(answer.toLowerCase()).toContain("retry-after: 5")
  const form = new FormData()
  // Bytes behind the end of a picture make it as large as a telephone's.
  form.set("bild", new File([Buffer.from(DOOR, "base64"), new Uint8Array(9_500_000)], "tuer.png"))
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(service.url + path, { method: "POST", headers, body: form })).status).toBe(201)
  clearInterval(dripping)
  stuck.forEach(({ socket }) => socket.destroy())
})

test("the uploads of one company leave room for those of others, and what is given up is free again", async () => {
  const head = `POST /api/kunden/${kunde}/bilder HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n`
  const send = (who: string, size: number, rest = "") =>
    open(`${head}Authorization: Bearer ${who}\r\nContent-Length: ${size}\r\n${rest}\r\n--x\r\n`)
  const stuck = [driver, driver, token, token].map((who) => send(who, 10_000_000, EXPECT))
  const dripping = setInterval(() => stuck.forEach(({ socket }) => socket.write("a")), 300)
  await Promise.all(stuck.map(({ taken }) => taken()))
  expect(await send(token, 10_000_000, "Connection: close\r\n").closed).toStartWith("HTTP/1.1 503")
  expect(await answers()).toBe(200)
  clearInterval(dripping)
  await Promise.all(stuck.map(({ closed }) => closed))
  expect(await send(token, 5, "Connection: close\r\n").closed).toStartWith("HTTP/1.1 400")
})
