import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Running, serve } from "../../../../src/serve.ts"
import { createTestApp } from "../../../helpers/app.ts"
import { rawRequest } from "../../../helpers/raw-http.ts"

const app = createTestApp({ env: { PORT: "0", HOST: "127.0.0.1" } })
const uploads = app.deps.config.uploadsDir
const picture = crypto.getRandomValues(new Uint8Array(5000))
let service: Running

beforeAll(() => {
  mkdirSync(join(uploads, "ab"), { recursive: true })
  mkdirSync(join(uploads, ".versteckt"))
  writeFileSync(join(uploads, "bild.jpg"), picture)
  writeFileSync(join(uploads, "ab", "bild.webp"), picture)
  writeFileSync(join(uploads, "leer.png"), "")
  writeFileSync(join(uploads, "seite.html"), "<script>alert(1)</script>")
  writeFileSync(join(uploads, "zeichnung.svg"), "<svg onload='alert(1)'/>")
  writeFileSync(join(uploads, ".env"), "geheim")
  writeFileSync(join(uploads, ".versteckt", "bild.jpg"), picture)
  writeFileSync(join(app.dir, "geheim.txt"), "geheim")
  symlinkSync(join(app.dir, "geheim.txt"), join(uploads, "link.jpg"))
  symlinkSync(app.dir, join(uploads, "ordnerlink"))
  service = serve(app.deps)
})
afterAll(async () => {
  await service.stop()
  rmSync(app.dir, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`http://127.0.0.1:${service.port}/uploads/${path}`, { headers, method })

/** A target exactly as it stands here, which no client would send. */
const raw = (target: string, lines = ["Host: localhost"], version = "1.1") =>
  rawRequest(
    service.port,
    `GET ${target} HTTP/${version}\r\n${lines.map((line) => `${line}\r\n`).join("")}Connection: close\r\n\r\n`,
  )

const bytes = async (reply: Response): Promise<Buffer> => Buffer.from(await reply.arrayBuffer())
const part = (from: number, to: number) => Buffer.from(picture.subarray(from, to))

describe("a picture", () => {
  test("is sent whole to whoever knows its name, without a token", async () => {
    for (const name of ["bild.jpg", "ab/bild.webp"]) {
      const reply = await get(name)
      expect(reply.status).toBe(200)
      expect(await bytes(reply)).toEqual(Buffer.from(picture))
    }
  })

  test("is of its type, never sniffed, never run, kept for a year, shown by other origins", async () => {
    const { headers } = await get("bild.jpg")
    expect(headers.get("content-type")).toBe("image/jpeg")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin")
    expect(headers.get("accept-ranges")).toBe("bytes")
    expect((await get("ab/bild.webp")).headers.get("content-type")).toBe("image/webp")
  })

  test("that is empty is an empty reply", async () => {
    const reply = await get("leer.png")
    expect([reply.status, (await bytes(reply)).length]).toEqual([200, 0])
    expect((await get("leer.png", { range: "bytes=0-" })).status).toBe(416)
  })

  test("is described by HEAD as GET would send it, without its bytes", async () => {
    const reply = await raw("/uploads/bild.jpg")
    const head = await rawRequest(
      service.port,
      "HEAD /uploads/bild.jpg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    )
    expect([head.status, head.body.length]).toEqual([200, 0])
    for (const name of ["content-length", "content-type", "etag", "cache-control", "accept-ranges"]) {
      expect([name, head.headers.get(name)]).toEqual([name, reply.headers.get(name)])
    }
    expect(head.headers.get("content-length")).toBe("5000")
  })

  test("is not sent again to whoever has it", async () => {
    const tag = (await get("bild.jpg")).headers.get("etag") ?? ""
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
      const reply = await get("bild.jpg", { "if-none-match": header })
      expect([header, reply.status, (await bytes(reply)).length]).toEqual([header, 304, 0])
      expect(reply.headers.get("etag")).toBe(tag)
    }
    expect((await get("bild.jpg", { "if-none-match": '"x"' })).status).toBe(200)
  })

  test("has another tag than every other", async () => {
    const tags = await Promise.all(
      ["bild.jpg", "ab/bild.webp"].map(async (name) => (await get(name)).headers.get("etag")),
    )
    expect(tags[0]).not.toBe(tags[1])
  })

  const ranges: [string, number, number][] = [
    ["bytes=0-0", 0, 1],
    ["bytes=100-199", 100, 200],
    ["bytes=4990-", 4990, 5000],
    ["bytes=4990-99999", 4990, 5000],
    ["bytes=-10", 4990, 5000],
    ["bytes=-99999", 0, 5000],
  ]
  for (const [range, from, to] of ranges) {
    test(`is sent in part for ${range}`, async () => {
      const reply = await get("bild.jpg", { range })
      expect(reply.status).toBe(206)
      expect(reply.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/5000`)
      expect(reply.headers.get("content-length")).toBe(String(to - from))
      expect(await bytes(reply)).toEqual(part(from, to))
    })
  }

  test("has no part beyond its end: 416 with its size", async () => {
    for (const range of ["bytes=5000-", "bytes=6000-7000", "bytes=-0"]) {
      const reply = await get("bild.jpg", { range })
      expect([range, reply.status, reply.headers.get("content-range")]).toEqual([range, 416, "bytes */5000"])
      expect(await reply.json()).toEqual({ error: "Bereich außerhalb der Datei" })
    }
  })

  test("is sent whole for what is no single range", async () => {
    for (const range of ["bytes=5-1", "bytes=0-1,5-6", "items=0-1", "bytes=a-b", "bytes=-", "bytes=1"]) {
      expect([range, (await get("bild.jpg", { range })).status]).toEqual([range, 200])
    }
  })

  test("is sent in part only while it is still the same (If-Range)", async () => {
    const tag = (await get("bild.jpg")).headers.get("etag") ?? ""
    expect((await get("bild.jpg", { range: "bytes=0-9", "if-range": tag })).status).toBe(206)
    expect((await get("bild.jpg", { range: "bytes=0-9", "if-range": '"x"' })).status).toBe(200)
    const date = "Wed, 21 Oct 2015 07:28:00 GMT"
    expect((await get("bild.jpg", { range: "bytes=0-9", "if-range": date })).status).toBe(200)
  })

  test("that is stored later is served, and one that is removed is 404 without any path", async () => {
    expect((await get("spaeter.png")).status).toBe(404)
    writeFileSync(join(uploads, "spaeter.png"), picture)
    expect((await get("spaeter.png")).status).toBe(200)
    rmSync(join(uploads, "spaeter.png"))
    const reply = await get("spaeter.png")
    const text = await reply.text()
    expect([reply.status, text]).toEqual([404, '{"error":"Nicht gefunden"}'])
    expect(reply.headers.get("cache-control")).toBe("no-store")
  })
})

test("what a browser could run is only ever downloaded", async () => {
  for (const name of ["seite.html", "zeichnung.svg"]) {
    const { status, headers } = await get(name)
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      200,
      "application/octet-stream",
      "attachment",
    ])
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("content-security-policy")).toContain("sandbox")
  }
})

describe("nothing outside the folder, nothing hidden, no folder, no link", () => {
  const targets = [
    "/uploads/../geheim.txt",
    "/uploads/../pfandwerk.db",
    "/uploads/ab/../../geheim.txt",
    "/uploads/..%2fgeheim.txt",
    "/uploads/..%2Fpfandwerk.db",
    "/uploads/%2e%2e/geheim.txt",
    "/uploads/%2e%2e%2fgeheim.txt",
    "/uploads/%252e%252e%252fgeheim.txt",
    "/uploads/..%5cgeheim.txt",
    "/uploads/..\\geheim.txt",
    "/uploads/....//geheim.txt",
    "/uploads/%c0%ae%c0%ae/geheim.txt",
    "/uploads//../geheim.txt",
    "/uploads/./bild.jpg/../../geheim.txt",
    "/uploads/bild.jpg%00.png",
    "/uploads/bild.jpg%00",
    "/uploads/%00",
    "/uploads/%",
    "/uploads/%zz",
    "/uploads/.env",
    "/uploads/%2eenv",
    "/uploads/.versteckt/bild.jpg",
    "/uploads/link.jpg",
    "/uploads/ordnerlink/geheim.txt",
    "/uploads/ordnerlink/pfandwerk.db",
    "/uploads/ab",
    "/uploads/ab/",
    "/uploads/",
    "/uploads",
    "/uploads/ab%2fbild.webp/",
    "/uploads//bild.jpg",
    "/uploads/bild.jpg/",
    "/uploads/" + "a".repeat(3000),
    "/uploads/a/b/c/d/e/f.jpg",
  ]
  test("by any path", async () => {
    const told: [string, number, string][] = []
    for (const target of targets) {
      const { status, text } = await raw(target)
      const isSilent = !["geheim", "SQLite", app.dir].some((secret) => text.includes(secret))
      if (![400, 404].includes(status) || !isSilent)
        told.push([target.slice(0, 60), status, text.slice(0, 200)])
    }
    expect(told).toEqual([])
    expect(targets.length).toBeGreaterThan(20)
  })

  const hosts: [string, string[], string][] = [
    ["an impossible port", ["Host: a:99999"], "1.1"],
    ["a broken address", ["Host: [::1"], "1.1"],
    ["an empty host", ["Host: "], "1.1"],
    ["a host with a path", ["Host: a/../b"], "1.1"],
    ["a host with a user", ["Host: a@b"], "1.1"],
    ["no host", [], "1.1"],
    ["no host in HTTP/1.0", [], "1.0"],
    ["a host in HTTP/1.0", ["Host: localhost"], "1.0"],
  ]
  test("by any host", async () => {
    const told: [string, string, number][] = []
    for (const [name, lines, version] of hosts) {
      for (const target of ["/uploads/../geheim.txt", "/uploads/../pfandwerk.db", "/uploads/../jwt_secret"]) {
        const { status, text } = await raw(target, lines, version)
        if (![400, 404].includes(status) || /geheim|SQLite/.test(text)) told.push([name, target, status])
      }
    }
    expect(told).toEqual([])
  })
})

test("a request without a host, or with none that can be one, is 400 whatever it asks for", async () => {
  for (const lines of [
    ["Host: a:99999"],
    ["Host: [::1"],
    ["Host: "],
    ["Host: a b"],
    ["Host: a@b"],
    ["Host: a/b"],
    ["Host: a?b"],
    ["Host: a,b"],
    ["Host: a%41"],
    [],
  ]) {
    const reply = await raw("/uploads/bild.jpg", lines, lines.length > 0 ? "1.1" : "1.0")
    expect([lines, reply.status]).toEqual([lines, 400])
  }
  expect((await raw("/uploads/bild.jpg", ["Host: localhost"], "1.0")).status).toBe(200)
})

test("nothing can be stored or removed here", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    const reply = await get("bild.jpg", {}, method)
    expect([method, reply.status, reply.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"])
  }
})
